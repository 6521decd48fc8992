import type { SignatureReport, Verification } from '@foja/contracts/verification'
import type { verdict } from './texts/verdict.ts'
import type { Format } from '../lib/format/format.ts'
import type { Verdict } from '../ui/verdict-badge.tsx'
import { changesOf, changesSentence, hasValues, type ShownChange } from './describe-changes.ts'
import {
  awaitsRevocation,
  issuerUnknown,
  openReason,
  timeAuthority,
  verdictOf,
  worstFirst,
} from './describe-signature.ts'
import { personName } from './person-name.ts'
import { capitalize } from '../lib/format/format.ts'

/** `certain`: who signed and when; `rest`: what else the reader must know. */
export type Story = { verdict: Verdict; heading: string; certain: string; rest: string }

type Words = { texts: typeof verdict; format: Format }

const isSimple = ({ simple }: SignatureReport) => simple !== undefined

const signers = (signatures: readonly SignatureReport[]) =>
  signatures.filter(({ kind, signer }) => kind !== 'timestamp' && signer !== null)

/** The holder of the certificate. */
const holderOf = ({ signer }: SignatureReport) => personName(signer?.name ?? '')

/** Who signed: of a simple signature the person, with a word for it. */
const nameOf = (signature: SignatureReport, { texts }: Pick<Words, 'texts'>) =>
  signature.simple === undefined ? holderOf(signature) : texts.story.simply(signature.simple.nombre)

/** Names without duplicates; from the fourth on only their number. */
function listNames(signatures: readonly SignatureReport[], { texts, format }: Words): string {
  const names = [...new Set(signatures.map((one) => nameOf(one, { texts })))]
  const more = names.length - 3
  return format.list(more > 1 ? [...names.slice(0, 3), texts.story.others(more)] : names)
}

function spanOf(signatures: readonly SignatureReport[], { texts: { story }, format }: Words): string {
  const times = signatures.map(({ signed_at }) => signed_at).filter((time) => time !== null)
  if (times.length < signatures.length) return ''
  const [first = '', last = ''] = [times.toSorted()[0], times.toSorted().at(-1)]
  const [from, to] = [format.writtenDate(first), format.writtenDate(last)]
  if (from === to) return story.onDay(to)
  const sameYear = new Date(first).getFullYear() === new Date(last).getFullYear()
  return story.between(format.writtenDate(first, !sameYear), to)
}

/** Who signed and when. If the issuer is unknown, the name is only what the certificate says. */
function signersSentence(signatures: readonly SignatureReport[], words: Words): string {
  const { texts, format } = words
  const { story } = texts
  const [only] = signatures
  if (only === undefined) return ''
  const trusted = signatures.every((signature) => signature.trusted)
  if (signatures.length > 1) {
    const names = listNames(signatures, words)
    const count = new Set(signatures.map((one) => nameOf(one, words))).size
    return trusted ? story.signedBy(names, count, spanOf(signatures, words)) : story.inNames(names)
  }
  const moment =
    only.signed_at === null ? null : ([format.writtenDate(only.signed_at), format.time(only.signed_at)] as const)
  return trusted
    ? story.signed(nameOf(only, words), moment === null ? '' : story.onAt(...moment))
    : story.inName(nameOf(only, words), moment === null ? '' : story.ofAt(...moment))
}

/** Who certifies the time, or that it is only claimed. */
function timeSourceSentence(signatures: readonly SignatureReport[], { story }: typeof verdict): string {
  const [only] = signatures
  if (only?.signed_at == null) return ''
  const authority = timeAuthority(only)
  // The clock of the server.
  if (signatures.length === 1 && isSimple(only) && authority === null) return ''
  if (signatures.length === 1)
    return authority !== null ? story.byAuthority(authority) : only.time_source === 'claimed' ? story.byComputer : ''
  return signatures.every((signature) => timeAuthority(signature) !== null) ? story.byAuthorities : ''
}

/** What is still to be confirmed, for the first such signature. */
function openSentence(signatures: readonly SignatureReport[], texts: typeof verdict): string {
  const { story } = texts
  const open = signatures.find((signature) => verdictOf(signature) === 'indeterminate')
  if (open?.signer == null) return ''
  if (issuerUnknown(open)) return story.issuerUnknown(holderOf(open))
  const reason = openReason(open)
  if (reason === null) return story.toConfirm(holderOf(open))
  const why = texts.open[reason](open.signer.issuer)
  return signatures.length === 1 ? capitalize(`${why}.`) : story.toConfirmBecause(holderOf(open), why)
}

function changesHeading(changes: readonly ShownChange[], { headings }: typeof verdict): string {
  const [only] = changes
  const field = changes.length === 1 ? (only?.field ?? null) : null
  const isReplaced = changes.some((change) => hasValues(change) && (change.before ?? '') !== '')
  if (isReplaced) return field === null ? headings.clarifyAll : headings.clarify(field)
  return field === null || !changes.every(hasValues) ? headings.reviewAll : headings.review(field)
}

function headingOf(signatures: readonly SignatureReport[], changes: readonly ShownChange[], texts: typeof verdict) {
  const { headings } = texts
  const verdicts = signatures.map(verdictOf)
  if (signatures.length === 0) return headings.unsigned
  if (verdicts.includes('failed')) return headings.invalid
  if (changes.length > 0) return changesHeading(changes, texts)
  const open = signatures.filter((signature) => verdictOf(signature) === 'indeterminate')
  if (open.length === 0) return signers(signatures).every(isSimple) ? headings.simple : headings.valid
  if (open.every(awaitsRevocation)) return headings.askAgain
  return open.some(issuerUnknown) ? headings.indeterminate : headings.unclear
}

/** True if it is known what was signed and what changed since. */
const isComparable = ({ integrity, warnings }: SignatureReport): boolean =>
  integrity && !warnings.includes('too_large_to_compare') && !warnings.includes('too_many_signatures')

/** The verdict as a heading that says what to do, and the sentences below it. Never states more than the report. */
export function storyOf({ signatures, summary }: Verification, words: Words): Story {
  const { texts } = words
  const sorted = worstFirst(signatures)
  const [worst] = sorted
  const changes = changesOf(signatures)
  const heading = headingOf(signatures, changes, texts)
  if (worst === undefined || summary === 'unsigned')
    return { verdict: 'none', heading: texts.headings.unsigned, certain: '', rest: texts.unsignedText }
  const open = verdictOf(worst) === 'indeterminate' && changes.length > 0
  const verdict = open ? 'changed' : verdictOf(worst)
  const known = signers(signatures)
  const [first] = known
  // The server's own text explains broken signatures and those that cannot be judged.
  const isClear =
    signatures.every(isComparable) && (changes.length > 0 || signatures.every((one) => !one.modified_after))
  const isOwn = verdict === 'indeterminate' ? issuerUnknown(worst) || openReason(worst) !== null : true
  if (first === undefined || !isClear || !isOwn || (verdict === 'failed' && !worst.modified_after))
    return { verdict, heading, certain: '', rest: worst.explanation }
  const told = changes.length > 0 ? signers([changes[0]?.signature ?? first]) : known
  const subject = changes.length > 0 && told.length === 1 ? told : known
  const rest = [timeSourceSentence(subject, texts), changesSentence(changes, texts), openSentence(sorted, texts)]
  return { verdict, heading, certain: signersSentence(subject, words), rest: rest.filter(Boolean).join(' ') }
}
