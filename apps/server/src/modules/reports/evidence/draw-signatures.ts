import type { SignatureReport } from '@foja/contracts/verification'
import { draft, factsOf, type FactRow } from '../../../lib/print/blocks.ts'
import type { Draft } from './draft.ts'

/** Limit for hostile files with many signatures. */
const mostSignatures = 200
/** Minimum height in points of a signature's first part. */
const signatureHeight = 120

/** The time of a signature and its source. */
function moment({ texts, time }: Draft, signature: SignatureReport): string {
  const { signed_at: signedAt, claimed_at: claimedAt, time_source: source } = signature
  if (signedAt === null) return texts.noTime
  if (source === 'claimed') return `${time(signedAt)}: ${texts.claimed}`
  const claimed = claimedAt === null || claimedAt === signedAt ? '' : ` ${texts.claimedToo(time(claimedAt))}`
  return `${time(signedAt)}: ${texts.proven}.${claimed}`
}

function revocation({ texts, time }: Draft, signature: SignatureReport): string {
  const { revocation: status, revocation_source: source, revoked_at: at } = signature
  const what = status === 'revoked' && at !== null ? texts.revokedAt(time(at)) : texts.revocations[status]
  return source === null ? `${what}.` : `${what}, ${texts.sources[source]}.`
}

function coverage({ texts }: Draft, signature: SignatureReport): string {
  if (!signature.integrity) return `${texts.notIntact}.`
  if (signature.modified_after) return `${texts.changedAfter}.`
  return `${signature.covers_whole_file ? texts.coversAll : texts.coversPart}.`
}

/** Null if nothing follows the signature, so that there is nothing to compare. */
function pictures({ texts }: Draft, { visual }: SignatureReport): string | null {
  if (visual.result === 'whole') return null
  const reason = visual.reason === null ? '' : `: ${texts.pictureReasons[visual.reason]}`
  return `${texts.picture[visual.result](visual.pages_compared)}${reason}.`
}

function timestamps({ texts, time }: Draft, { timestamps: stamps }: SignatureReport): string[] {
  return stamps.map((stamp) => {
    const trusted = stamp.trusted ? texts.stampValid : texts.stampUntrusted
    const verdict = stamp.valid ? trusted : texts.stampInvalid
    const problems = stamp.problems.length === 0 ? '' : ` (${stamp.problems.join(', ')})`
    return `${texts.stampKinds[stamp.kind]}: ${time(stamp.time)} · ${stamp.tsa} · ${verdict}${problems}`
  })
}

function chain({ texts }: Draft, signature: SignatureReport): string {
  return signature.chain.map(({ nombre, anchor }) => (anchor ? `${nombre} (${texts.anchor})` : nombre)).join(' → ')
}

function rowsOf(on: Draft, signature: SignatureReport): FactRow[] {
  const { texts, time } = on
  const { signer } = signature
  const rows: [string, string | null | undefined][] = [
    [signature.simple === undefined ? texts.signer : texts.sealOf, signer?.name],
    [texts.identification, signer?.identificacion],
    [texts.issuer, signer?.issuer],
    [texts.serial, signer?.serial],
    [texts.validity, signer === null ? null : `${time(signer.valid_from)} – ${time(signer.valid_to)}`],
    [texts.fingerprint, signer?.fingerprint],
    [texts.chain, chain(on, signature)],
    [texts.level, texts.levels[signature.level] ?? signature.level],
    [texts.moment, moment(on, signature)],
    [texts.coverage, coverage(on, signature)],
    [texts.pictures, pictures(on, signature)],
    [texts.revocation, signature.kind === 'timestamp' ? null : revocation(on, signature)],
    [texts.reason, signature.reason],
    [texts.location, signature.location],
  ]
  const stamps = timestamps(on, signature)
  const stampRows = (stamps.length === 0 ? [texts.noTimestamps] : stamps).map((value, at): [string, string] => [
    at === 0 ? texts.timestamps : '',
    value,
  ])
  return factsOf([...rows, ...(signature.kind === 'timestamp' ? [] : stampRows)])
}

/** Draws every signature of the newest version, in order of signing. */
export function drawSignatures(on: Draft): void {
  const { texts, sheet, evidence, time } = on
  const { heading, paragraph, facts, subheading } = draft(on)
  const { verification } = evidence
  heading(texts.signatures, signatureHeight)
  const signatures = (verification?.signatures ?? []).toSorted((a, b) =>
    (a.signed_at ?? '').localeCompare(b.signed_at ?? ''),
  )
  if (verification === null || signatures.length === 0) return paragraph(texts.noSignatures)
  paragraph(texts.checked(time(verification.checked_at)))
  sheet.space(4)
  if (signatures.length > mostSignatures) paragraph(texts.moreSignatures(signatures.length - mostSignatures))
  for (const [at, signature] of signatures.slice(0, mostSignatures).entries()) {
    sheet.keep(signatureHeight)
    const { simple, signer } = signature
    const name = simple === undefined ? (signer?.name ?? texts.unknownSigner) : texts.simpleOf(simple.nombre)
    const title = `${texts.kinds[signature.kind]} ${texts.signatureTitle(at + 1, signatures.length, name)}`
    subheading(title, texts.indications[signature.indication])
    paragraph(signature.explanation)
    facts(rowsOf(on, signature))
    sheet.space(10)
  }
}
