import type { Change, Visual } from '@foja/contracts/verification'
import type { Comparison, PdfSource, Renderer, RevisionToCompare } from '@foja/pdf/renderer'
import { pagesNamed } from '@foja/pades/explain'
import { plain } from '@foja/pades/verify/describe-additions'
import type { EngineReport, EngineVerification } from '../../signing-worker/protocol.ts'
import { markTime } from '../../texts/marked-times.ts'
import type { Locale } from '../../texts/locale.ts'

const sentences = {
  signature: {
    es: 'La firma de {who} ya no vale para este documento: se ve distinto de lo que se firmó{pages}.',
    en: 'The signature of {who} no longer holds for this document: it looks different from what was signed{pages}.',
  },
  timestamp: {
    es: 'El documento se ve distinto de como era cuando se selló el {time}{pages}.',
    en: 'The document looks different from what it was when it was timestamped on {time}{pages}.',
  },
}

/** Explains pages that look different in a sentence; its time is a mark of `markTime`. */
function explainDifference(report: EngineReport, differences: readonly Change[], language: Locale): string {
  const { signer, field, signed_at: time, kind } = report
  const name = signer?.name ?? (language === 'es' ? `«${field}»` : `“${field}”`)
  const values: Record<string, string> = {
    who: plain(name),
    pages: pagesNamed(
      differences.map(({ page }) => ({ page: page ?? undefined })),
      language,
    ),
    time: time === null ? '—' : markTime(new Date(time)),
  }
  const sentence = sentences[kind === 'timestamp' ? 'timestamp' : 'signature'][language]
  return sentence.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
}

/** Returns one comparison per revision. */
export type ComparePictures = (
  source: PdfSource,
  revisions: readonly RevisionToCompare[],
) => ReturnType<Renderer['compareRevisions']>

const notCompared = (reason: Visual['reason']): Visual => ({ result: 'not_compared', reason, pages_compared: 0 })

/** The result if no comparison is needed; null: the pages must be compared. */
function visualWithoutPictures(report: EngineReport): Visual | null {
  if (report.covers_whole_file) return report.visual
  if (report.indication === 'TOTAL_FAILED') return notCompared('already_invalid')
  return report.signed_bytes === null ? notCompared('revision_unknown') : null
}

/** The revision covered by a signature, with the additions that its report lists. */
function revisionOf({ signed_bytes: length, additions }: EngineReport): RevisionToCompare {
  return {
    length: length ?? 0,
    additions: additions.flatMap(({ page, rectangle }) => (page && rectangle ? [{ page, ...rectangle }] : [])),
    fields: additions.flatMap(({ field }) => field ?? []),
  }
}

function visualOf({ compared, differences, reason }: Comparison): Visual {
  const pages = { pages_compared: compared }
  if (differences.length > 0) return { result: 'different', reason: null, ...pages }
  if (reason === null) return { result: 'same', reason, ...pages }
  return { result: compared === 0 ? 'not_compared' : 'partial', reason, ...pages }
}

const noChange = { object: null, field: null, before: null, after: null, by: null, at: null }

function withComparison(report: EngineReport, comparison: Comparison): EngineReport {
  const visual = visualOf(comparison)
  if (visual.result !== 'different') return { ...report, visual }
  const found = comparison.differences.map((difference): Change => ({
    kind: 'visual_difference',
    ...noChange,
    ...difference,
  }))
  return {
    ...report,
    visual,
    indication: 'TOTAL_FAILED',
    subindication: 'MODIFIED_AFTER_SIGNING',
    modified_after: true,
    modifications: [...report.modifications, ...found],
    explanation: { es: explainDifference(report, found, 'es'), en: explainDifference(report, found, 'en') },
  }
}

/**
 * Compares the pages of each signed revision with those of the current file, after the structural check found no cause
 * to reject it. A difference outside the reported additions makes the signature invalid. Skips signatures that nothing
 * follows, and invalid ones.
 */
export async function comparePictures(
  compare: ComparePictures,
  source: PdfSource,
  report: EngineVerification,
): Promise<EngineVerification> {
  const settled = report.signatures.map(visualWithoutPictures)
  const open = report.signatures.filter((_, index) => settled[index] === null)
  const revisions = new Map(open.map(revisionOf).map((revision) => [JSON.stringify(revision), revision]))
  const found = revisions.size === 0 ? [] : await compare(source, [...revisions.values()])
  const byRevision = new Map([...revisions.keys()].map((key, index) => [key, found[index]]))
  const signatures = report.signatures.map((one, index) => {
    const visual = settled[index]
    if (visual) return { ...one, visual }
    const comparison = byRevision.get(JSON.stringify(revisionOf(one)))
    return comparison === undefined ? one : withComparison(one, comparison)
  })
  const isDifferent = signatures.some(({ visual }) => visual.result === 'different')
  return { signatures, summary: isDifferent ? 'invalid' : report.summary }
}
