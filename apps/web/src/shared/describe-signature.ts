import type { SignatureReport } from '@foja/contracts/verification'
import type { verdict } from './texts/verdict.ts'
import type { Format } from '../lib/format/format.ts'
import type { Verdict } from '../ui/verdict-badge.tsx'
import { changesAfter } from './describe-changes.ts'
import { personName } from './person-name.ts'

export const verdictOf = (signature: SignatureReport): Verdict => {
  if (signature.indication === 'TOTAL_FAILED') return 'failed'
  if (signature.indication === 'INDETERMINATE') return 'indeterminate'
  return changesAfter(signature).length > 0 ? 'changed' : 'passed'
}

const order: Record<Verdict, number> = { failed: 0, changed: 1, indeterminate: 2, passed: 3, none: 4 }

/** Worst first; equal ones in document order. */
export const worstFirst = (signatures: readonly SignatureReport[]): SignatureReport[] =>
  signatures.toSorted((a, b) => order[verdictOf(a)] - order[verdictOf(b)])

/** Who signed; of a simple signature not the holder of the certificate, which is the office. Null: unknown. */
export function signerName({ simple, signer }: Pick<SignatureReport, 'simple' | 'signer'>, texts: typeof verdict) {
  if (simple !== undefined) return texts.simpleOf(simple.nombre)
  return signer === null ? null : personName(signer.name)
}

/** A plain word for the result instead of the standard's term. */
export function badgeOf(signature: SignatureReport, { badges }: typeof verdict): string {
  const verdict = verdictOf(signature)
  if (verdict === 'changed') return badges.withChanges(changesAfter(signature).length)
  if (verdict === 'passed' && signature.simple !== undefined) return badges.simple
  if (verdict === 'passed') return signature.kind === 'timestamp' ? badges.sealValid : badges.valid
  if (verdict === 'indeterminate')
    return signature.subindication === 'REVOKED_NO_POE' ? badges.revoked : badges.indeterminate
  if (!signature.integrity) return badges.broken
  if (signature.modified_after) return badges.changed
  return signature.revocation === 'revoked' ? badges.revoked : badges.invalid
}

/** ETSI EN 319 102-1, 5.1.3: no chain to a trusted anchor. Adding the issuer resolves it. */
export const issuerUnknown = (signature: SignatureReport): boolean =>
  signature.indication === 'INDETERMINATE' && !signature.trusted && signature.integrity

/** Why the revocation status of the signer's certificate is unknown. */
type OpenReason = 'noAnswer' | 'stale' | 'noSource' | 'notAsked'

/** Why the revocation status is open (EN 319 102-1, TRY_LATER); null if something else is open. */
export function openReason(props: SignatureReport): OpenReason | null {
  const { indication, subindication, integrity, trusted, revocation, warnings } = props
  if (indication !== 'INDETERMINATE' || subindication !== 'TRY_LATER' || !integrity || !trusted) return null
  if (warnings.includes('revocation_without_source')) return 'noSource'
  if (warnings.includes('revocation_stale')) return 'stale'
  if (revocation === 'not_checked') return 'notAsked'
  return revocation === 'unknown' ? 'noAnswer' : null
}

/** True if asking the authority again may resolve it. */
export const awaitsRevocation = (signature: SignatureReport): boolean =>
  !['noSource', null].includes(openReason(signature))

/** The trusted authority that certifies the time, or null. */
export const timeAuthority = ({ time_source, timestamps }: SignatureReport): string | null =>
  time_source === 'timestamp' ? (timestamps.find(({ valid, trusted }) => valid && trusted)?.tsa ?? null) : null

/** When it was signed and by which clock, in a sentence; empty if the signature has no time. */
function timeSentence(signature: SignatureReport, { sentences }: typeof verdict, { dateTime }: Format): string {
  if (signature.signed_at === null) return ''
  const when = dateTime(signature.signed_at)
  const authority = timeAuthority(signature)
  if (authority !== null) return sentences.sealedAt(when, authority)
  return signature.time_source === 'timestamp' ? sentences.signedAt(when) : sentences.signedClaimed(when)
}

/** Warnings that the sentence covers, or that do not matter to readers. */
const covered = new Set([
  'revocation_not_checked',
  'revocation_unknown',
  'revocation_stale',
  'revocation_without_source',
  'issuer_unknown',
  'signing_time_attribute_present',
])

/** The web's own sentence for clear cases; null if there is more to explain. */
function ownSentence(signature: SignatureReport, { sentences, open }: typeof verdict): string | null {
  const issuer = signature.signer?.issuer
  // The certificate is not that of the person: only the server's sentence says so.
  if (signature.simple !== undefined) return null
  if (issuer === undefined || !signature.integrity || signature.modified_after) return null
  if (!signature.warnings.every((code) => covered.has(code))) return null
  const changes = changesAfter(signature).length
  if (signature.indication === 'TOTAL_PASSED')
    return changes > 0 ? sentences.withChanges(changes) : sentences.valid(issuer)
  if (changes > 0) return null
  if (signature.subindication === 'NO_CERTIFICATE_CHAIN_FOUND') return sentences.issuerUnknown(issuer)
  const reason = openReason(signature)
  return reason === null ? null : sentences.open(open[reason](issuer))
}

/** The sentence below the signer's name. The server's sentence repeats the name, so clear cases get a shorter one. */
export function sentenceOf(signature: SignatureReport, texts: typeof verdict, format: Format): string {
  const own = ownSentence(signature, texts)
  if (own === null) return signature.explanation
  return `${timeSentence(signature, texts, format)} ${own}`.trim()
}

/** Codes of violations of ISO 32000-2 or RFC 5652, which share one text. */
const damaged =
  /^(cms_|contents_|byte_range_|gap_is|repeated_key|file_damaged|end_is_not|signature_(not_)?in_|signature_dictionary)/

/** The warnings in words, without duplicates. Codes without a text are only for the log. */
export function warningsOf({ warnings }: SignatureReport, texts: (typeof verdict)['warnings']): string[] {
  const words = warnings.map((code) => texts[damaged.test(code) ? 'damaged' : code])
  return [...new Set(words)].filter((text) => text !== undefined)
}
