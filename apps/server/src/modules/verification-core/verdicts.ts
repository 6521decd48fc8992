import { createHash } from 'node:crypto'
import { PadesError } from '@foja/pades/errors'
import type { Comparison, PdfSource } from '@foja/pdf/renderer'
import { streamLocation } from '@foja/storage/read-file'
import type { AppDeps } from '../../deps.ts'
import type { EngineVerification, Trust } from '../../signing-worker/protocol.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import { lruSet } from '../../lib/lru-map.ts'
import { trustOf } from './trust.ts'
import { markSimple } from './mark-simple.ts'
import { comparePictures, type ComparePictures } from './compare-pictures.ts'

/** Required parts of a signature dictionary (ISO 32000-2 §12.8.1); encryption leaves names unchanged (§7.6.2). */
const mark = /\/ByteRange|\/Type\s*\/Sig(?![A-Za-z])/
/** Longer than a mark, so that none is missed across two pieces. */
const overlap = 64

/** Searches the bytes of a file that cannot be verified for signs of a signature. */
export async function hasSignatureMark(source: PdfSource): Promise<boolean> {
  let rest = ''
  for await (const piece of source instanceof Uint8Array ? [source] : streamLocation(source)) {
    const text = rest + Buffer.from(piece).toString('latin1')
    if (mark.test(text)) return true
    rest = text.slice(-overlap)
  }
  return false
}

type Deps = Pick<AppDeps, 'db' | 'clock' | 'store' | 'engine' | 'renderer'>

/** A stored file, its digest, and the company whose authorities apply. */
export type StoredFile = { blob_key: string; sha256: string; id_company: string | null }
export type TimedReport = { report: EngineVerification; at: Date }

/**
 * Verifies stored files online and caches the verdict for the same bytes and authorities, so that page views do not
 * wait for the network. Throws `PadesError` for a file that cannot be verified.
 */
export type Verdicts = (file: StoredFile, options?: VerdictOptions) => Promise<TimedReport>

/** `refresh`: asks the authorities now, bypassing the caches. */
export type VerdictOptions = { refresh?: boolean }

type Entry = { until: number; timedReport: Promise<TimedReport> }

/** How long a verdict is cached; shorter for one left open by the network or a damaged file. */
const settledMs = 5 * 60_000
const openMs = 60_000
const mostEntries = 500

const isSettled = ({ report }: TimedReport) =>
  report.signatures.every(({ revocation, subindication }) => revocation !== 'unknown' && subindication !== 'TRY_LATER')

/** The cache key: content and authorities. */
function keyOf(sha256: string, { anchors, timestampAnchors = [], intermediates = [] }: Trust): string {
  const digest = createHash('sha256')
  for (const list of [anchors, timestampAnchors, intermediates]) {
    digest.update(`${list.length} `)
    for (const der of list) digest.update(der)
  }
  return `${sha256} ${digest.digest('base64url')}`
}

/** Concurrent calls share one verification; internal errors are not cached. */
export function createVerdicts(deps: Deps): Verdicts {
  const entries = new Map<string, Entry>()
  const pictures = new Map<string, Comparison[]>()

  /** Comparisons of the same bytes and additions are cached beyond the verdict, unless they ran out of time. */
  const remembered = (sha256: string): ComparePictures => {
    return async (source, revisions) => {
      const key = `${sha256} ${createHash('sha256').update(JSON.stringify(revisions)).digest('base64url')}`
      const known = pictures.get(key)
      if (known !== undefined) return known
      const found = await deps.renderer.compareRevisions(source, revisions)
      if (found.every(({ reason }) => reason !== 'time' && reason !== 'busy')) lruSet(pictures, key, found, mostEntries)
      return found
    }
  }

  async function verifyFile(file: StoredFile, trust: Trust, at: Date, refresh: boolean): Promise<TimedReport> {
    const source = await pdfSource(deps.store, file.blob_key)
    const report = await deps.engine.verify({ source, ...trust, now: at.getTime(), online: true, refresh })
    const compared = await comparePictures(remembered(file.sha256), source, report)
    return { report: await markSimple(deps.db, compared), at }
  }

  return async (file, { refresh = false } = {}) => {
    const trust = await trustOf(deps.db, file.id_company)
    const key = keyOf(file.sha256, trust)
    const at = deps.clock()
    const known = entries.get(key)
    if (!refresh && known !== undefined && known.until > at.getTime()) return await known.timedReport
    const entry: Entry = { until: at.getTime() + settledMs, timedReport: verifyFile(file, trust, at, refresh) }
    lruSet(entries, key, entry, mostEntries)
    try {
      const timedReport = await entry.timedReport
      if (!isSettled(timedReport)) entry.until = at.getTime() + openMs
      return timedReport
    } catch (error) {
      if (error instanceof PadesError) entry.until = at.getTime() + openMs
      else if (entries.get(key) === entry) entries.delete(key)
      throw error
    }
  }
}
