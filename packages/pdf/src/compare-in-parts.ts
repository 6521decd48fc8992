import { PdfError, type PdfErrorCode } from './errors.ts'
import type { ComparedPart, ComparedRevision, PageDifference, RevisionToCompare } from './compare-revisions.ts'
import type { RenderTask, RenderValue } from './render-protocol.ts'
import type { WorkerPool } from './worker-pool.ts'
import type { PdfSource } from './worker-protocol.ts'

export type { PageDifference, RevisionToCompare } from './compare-revisions.ts'

/** Why some pages were not compared. */
export type CompareReason = 'cannot_be_drawn' | 'limits' | 'time' | 'busy'
/** `reason`: null when every page was compared. */
export type Comparison = { compared: number; differences: PageDifference[]; reason: CompareReason | null }

export type CompareLimits = {
  /** Default 50: later pages are not compared. */
  maxPages?: number
  /** Default 8: later revisions are not compared. */
  maxRevisions?: number
  /** Default 6000: pages not reached in this time, in ms, are not compared. */
  totalMs?: number
  /** Default 400: milliseconds of one part, which has at least one page. */
  partMs?: number
}

/** Result for a revision; after a replaced page many pages may differ. */
const maxDifferences = 40

const reasons: Partial<Record<PdfErrorCode, CompareReason>> = {
  render_timeout: 'time',
  render_memory: 'limits',
  render_busy: 'busy',
}

/**
 * Compares revisions of a file with the whole file, some pages at a time, so that page requests get a thread in
 * between. Never throws `PdfError`: failures become the reason of the missing pages.
 */
export async function compareInParts(
  pool: WorkerPool<RenderTask, RenderValue>,
  source: PdfSource,
  revisions: readonly RevisionToCompare[],
  { maxPages = 50, maxRevisions = 8, totalMs = 6000, partMs = 400 }: CompareLimits = {},
): Promise<Comparison[]> {
  const until = performance.now() + totalMs
  const chosen = revisions.slice(0, maxRevisions)
  const found = chosen.map((): ComparedRevision => ({ compared: 0, undrawn: 0, differences: [] }))
  let reason: CompareReason | null = null
  let pages = 0
  for (let from: number | null = 1; from !== null;) {
    try {
      const task = { kind: 'compare', source, revisions: chosen, from, to: maxPages, budgetMs: partMs } as const
      const part = (await pool.run(task)) as ComparedPart
      add(found, part.revisions)
      from = part.next
      pages = part.pages
    } catch (error) {
      if (!(error instanceof PdfError)) throw error
      reason = reasons[error.code] ?? 'cannot_be_drawn'
      break
    }
    if (from !== null && performance.now() > until) {
      reason = 'time'
      break
    }
  }
  if (reason === null && pages > maxPages) reason = 'limits'
  return revisions.map((_, index) => present(found[index], reason))
}

function add(found: ComparedRevision[], part: readonly ComparedRevision[]): void {
  part.forEach(({ compared, undrawn, differences }, index) => {
    const one = found[index]
    if (one === undefined) return
    one.compared += compared
    one.undrawn += undrawn
    one.differences.push(...differences.slice(0, maxDifferences - one.differences.length))
  })
}

function present(one: ComparedRevision | undefined, reason: CompareReason | null): Comparison {
  if (one === undefined) return { compared: 0, differences: [], reason: 'limits' }
  const { compared, undrawn, differences } = one
  const isDrawn = undrawn === 0 && (compared > 0 || differences.length > 0)
  return { compared, differences, reason: reason ?? (isDrawn ? null : 'cannot_be_drawn') }
}
