import { PadesError } from '@foja/pades/errors'
import type { Comparison } from '@foja/pdf/renderer'
import { createHash } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import type { EngineVerification, Trust } from '../../signing-worker/protocol.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import { lruSet } from '../../lib/lru-map.ts'
import { trustOf } from './trust.ts'
import { comparePictures, type ComparePictures } from './compare-pictures.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'store' | 'engine' | 'renderer'>

/** Stored bytes: where they are, what they are, and whose authorities judge them. */
export type StoredFile = { blob_key: string; sha256: string; id_company: string | null }
export type Judged = { report: EngineVerification; at: Date }

/**
 * What the signatures of stored files are worth, revocation asked online, worked out once in a while for the same bytes
 * and authorities: a page view waits for no network. Throws `PadesError` for a file that cannot be judged.
 */
export type Verdicts = (file: StoredFile, options?: VerdictOptions) => Promise<Judged>

/** `refresh`: the authorities are asked now, whatever is remembered. */
export type VerdictOptions = { refresh?: boolean }

type Entry = { until: number; judged: Promise<Judged> }

/** How long a verdict holds; a shorter time for one that the network or a damaged file left open. */
const settledMs = 5 * 60_000
const openMs = 60_000
const mostEntries = 500

const isSettled = ({ report }: Judged) =>
  report.signatures.every(({ revocation, subindication }) => revocation !== 'unknown' && subindication !== 'TRY_LATER')

/** The content of a file and what its verdict rests on. */
function keyOf(sha256: string, { anchors, timestampAnchors = [], intermediates = [] }: Trust): string {
  const digest = createHash('sha256')
  for (const list of [anchors, timestampAnchors, intermediates]) {
    digest.update(`${list.length} `)
    for (const der of list) digest.update(der)
  }
  return `${sha256} ${digest.digest('base64url')}`
}

/** Calls that come together share one verification; a fault of ours is not remembered. */
export function createVerdicts(deps: Deps): Verdicts {
  const entries = new Map<string, Entry>()
  const pictures = new Map<string, Comparison[]>()

  /** The same bytes and additions give the same pictures: they outlive the verdict, unless there was no time for them. */
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

  async function judge(file: StoredFile, trust: Trust, at: Date, refresh: boolean): Promise<Judged> {
    const source = await pdfSource(deps.store, file.blob_key)
    const report = await deps.engine.verify({ source, ...trust, now: at.getTime(), online: true, refresh })
    return { report: await comparePictures(remembered(file.sha256), source, report), at }
  }

  return async (file, { refresh = false } = {}) => {
    const trust = await trustOf(deps.db, file.id_company)
    const key = keyOf(file.sha256, trust)
    const at = deps.clock()
    const known = entries.get(key)
    if (!refresh && known !== undefined && known.until > at.getTime()) return await known.judged
    const entry: Entry = { until: at.getTime() + settledMs, judged: judge(file, trust, at, refresh) }
    lruSet(entries, key, entry, mostEntries)
    try {
      const judged = await entry.judged
      if (!isSettled(judged)) entry.until = at.getTime() + openMs
      return judged
    } catch (error) {
      if (error instanceof PadesError) entry.until = at.getTime() + openMs
      else if (entries.get(key) === entry) entries.delete(key)
      throw error
    }
  }
}
