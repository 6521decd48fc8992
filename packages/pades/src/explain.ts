import { describeAdditions, plain } from './verify/describe-additions.ts'
import type { Modification, SignatureReport } from './verify/report.ts'
import { type ExplainLanguage, type Sentence, sentences, timestampSentences } from './verify/sentences.ts'

export type { ExplainLanguage } from './verify/sentences.ts'

type SentenceKey = keyof typeof sentences
type TimestampKey = keyof typeof timestampSentences
type Cause = NonNullable<SignatureReport['subindication']>

const failed: Partial<Record<Cause, SentenceKey>> = {
  FORMAT_FAILURE: 'forged',
  HASH_FAILURE: 'changed',
  SIG_CRYPTO_FAILURE: 'wrongKey',
  SIG_CONSTRAINTS_FAILURE: 'wrongKey',
  MODIFIED_AFTER_SIGNING: 'modifiedAfter',
}

const undecided: Partial<Record<Cause, SentenceKey>> = {
  NO_CERTIFICATE_CHAIN_FOUND: 'issuerUnknown',
  OUT_OF_BOUNDS_NO_POE: 'expired',
  CHAIN_CONSTRAINTS_FAILURE: 'notForSigning',
  CRYPTO_CONSTRAINTS_FAILURE: 'weak',
  MODIFIED_AFTER_SIGNING: 'annotated',
}

const timestampFailed: Partial<Record<Cause, TimestampKey>> = {
  FORMAT_FAILURE: 'malformed',
  REVOKED: 'revoked',
  MODIFIED_AFTER_SIGNING: 'modifiedAfter',
}

const timestampUndecided: Partial<Record<Cause, TimestampKey>> = {
  NO_CERTIFICATE_CHAIN_FOUND: 'unknown',
  TRY_LATER: 'unconfirmed',
  REVOKED_NO_POE: 'revokedUnproven',
  OUT_OF_BOUNDS_NO_POE: 'expired',
  CHAIN_CONSTRAINTS_FAILURE: 'notByAuthority',
  MODIFIED_AFTER_SIGNING: 'annotated',
}

/** Technical additions, not changes of the content by a person. */
const upkeep: ReadonlySet<Modification['kind']> = new Set([
  'validation_data_added',
  'timestamp_added',
  'metadata_changed',
])

const isAddition = ({ kind }: Modification): boolean => !upkeep.has(kind)

const unchanged = {
  es: ['nada ha cambiado', 'lo firmado no ha cambiado'],
  en: ['nothing has changed', 'what was signed has not changed'],
} as const

/** The most important note about a valid signature. */
function chooseValid(report: SignatureReport): SentenceKey {
  const { warnings, additions, level } = report
  if (warnings.includes('revoked_later')) return 'validRevokedLater'
  if (report.time_source === 'claimed' && warnings.includes('timestamp_invalid')) return 'validTimestampWrong'
  if (report.time_source === 'claimed' && warnings.includes('timestamp_untrusted')) return 'validTimestampUnknown'
  if (report.time_source === 'claimed' && warnings.includes('timestamp_revocation_unknown'))
    return 'validTimestampUnconfirmed'
  if (additions.some(isAddition)) return 'validWithAdditions'
  return level === 'B-LTA' ? 'validArchived' : 'valid'
}

function chooseRevoked(report: SignatureReport): SentenceKey {
  if (report.warnings.includes('issuer_revoked')) return 'issuerRevoked'
  if (report.subindication === 'REVOKED') return 'revoked'
  return report.time_source === 'timestamp' ? 'revokedBefore' : 'revokedUnproven'
}

/** Signer and integrity are certain; names the authority whose answer is missing. */
function chooseUnconfirmed({ warnings, revocation, time_source }: SignatureReport): SentenceKey {
  const isOpen = revocation === 'unknown' || revocation === 'not_checked'
  if (isOpen && warnings.includes('revocation_without_source')) return 'unconfirmable'
  if (!isOpen) return warnings.includes('issuer_revocation_unknown') ? 'unconfirmedIssuer' : 'unconfirmedTimestamp'
  return time_source === 'timestamp' ? 'unconfirmedThen' : 'unconfirmed'
}

function chooseSentence(report: SignatureReport): SentenceKey {
  const { indication, subindication } = report
  if (indication === 'TOTAL_PASSED') return chooseValid(report)
  if (subindication === 'REVOKED' || subindication === 'REVOKED_NO_POE') return chooseRevoked(report)
  if (indication === 'TOTAL_FAILED') return (subindication && failed[subindication]) ?? 'forged'
  if (report.warnings.includes('signature_not_in_form')) return 'notShown'
  if (report.additions.some(({ kind }) => kind === 'annotation_added')) return 'annotated'
  if (report.warnings.includes('expired_without_revocation')) return 'expiredUnanswered'
  if (subindication === 'TRY_LATER') return chooseUnconfirmed(report)
  return (subindication && undecided[subindication]) ?? 'undecided'
}

function chooseTimestampSentence({ indication, subindication }: SignatureReport): TimestampKey {
  if (indication === 'TOTAL_PASSED') return 'valid'
  if (indication === 'TOTAL_FAILED') return (subindication && timestampFailed[subindication]) ?? 'wrong'
  return (subindication && timestampUndecided[subindication]) ?? 'undecided'
}

/** « (páginas 2 y 3)»: the first five pages of some changes; empty when none has a page. */
export function pagesNamed(changes: readonly Pick<Modification, 'page'>[], language: ExplainLanguage): string {
  const pages = [...new Set(changes.flatMap(({ page }) => page ?? []))].sort((a, b) => a - b).slice(0, 5)
  if (pages.length === 0) return ''
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(pages.map(String))
  if (language === 'es') return pages.length === 1 ? ` (página ${list})` : ` (páginas ${list})`
  return pages.length === 1 ? ` (page ${list})` : ` (pages ${list})`
}

/**
 * «1 de febrero de 2026, 09:30 UTC»: the time of a stamp matters to the minute, so its zone is named. `timeZone` is an
 * IANA name or an offset like `-05:00`; throws RangeError for another.
 */
export function moment(date: Date, language: ExplainLanguage, timeZone: string): string {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(date)
  const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone, timeZoneName: 'short' } as const
  return `${day}, ${new Intl.DateTimeFormat(language, format).format(date)}`
}

/** One plain sentence that explains the report to laypeople. Times are in `timeZone` (IANA name), default UTC. */
export function explain(report: SignatureReport, language: ExplainLanguage, timeZone = 'UTC'): string {
  return explainWith(report, language, (date) => moment(date, language, timeZone))
}

/** Like `explain`, with times formatted by `write`, for callers that learn the time zone later. */
export function explainWith(report: SignatureReport, language: ExplainLanguage, write: (date: Date) => string): string {
  const { signer, field, signed_at: time, revoked_at: revoked } = report
  const at = (date: Date | null): string => (date ? write(date) : '—')
  const sealed = language === 'es' ? ` (sellada el ${at(time)})` : ` (timestamped on ${at(time)})`
  const values: Record<string, string> = {
    who: plain(signer?.name ?? (language === 'es' ? `«${field}»` : `“${field}”`)),
    issuer: plain(signer?.issuer ?? ''),
    tsa: plain(report.timestamps[0]?.tsa ?? ''),
    field: plain(field),
    pages: pagesNamed([...report.modifications, ...report.additions], language),
    intact: unchanged[language][report.additions.some(isAddition) ? 1 : 0],
    sealed: report.time_source === 'timestamp' && time ? sealed : '',
    time: at(time),
    revoked: at(revoked),
  }
  const sentence: Sentence =
    report.kind === 'timestamp'
      ? timestampSentences[chooseTimestampSentence(report)]
      : sentences[chooseSentence(report)]
  const additions = report.indication === 'TOTAL_FAILED' ? '' : describeAdditions(report, language)
  return sentence[language].replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '') + additions
}
