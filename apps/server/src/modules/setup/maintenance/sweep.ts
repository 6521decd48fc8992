import type { Queue } from '@foja/jobs/queue'
import type { ObjectEntry } from '@foja/storage/object-store'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { setTimeout } from 'node:timers/promises'
import type { AppDeps } from '../../../deps.ts'
import { sweepThrottle } from '../../../http/throttle.ts'
import { sweepChallenges, sweepLinks, findLogos, sweepSessions } from '../../identity/public.ts'
import { sweepRequestKeys } from '../../../lib/idempotency.ts'
import { purgeDocuments } from '../../documents/public.ts'
import { purgeCases } from '../../casework/public.ts'
import { sweepEmails } from '../../delivery/public.ts'
import { findDelivered, sweepDeliveries } from '../../requests/public.ts'
import { findWaiting, sweepPrepared } from '../../signing/public.ts'
import { sweepNotifications } from '../../notify/public.ts'
import { findNamedByTemplates, sweepTemplates } from '../../templates/public.ts'
import { sweepWebhooks } from '../../webhooks/public.ts'
import { resetSweepTurn, takeSweepTurn, type SweepTurn } from './sweep-turn.ts'

type Deps = Pick<AppDeps, 'db' | 'store' | 'clock' | 'bus'>

/** Numbers for the log. `missing`: rows whose file is missing, which the sweep cannot repair. */
export type SweepReport = { purged: number; unfinished: number; orphans: number; missing: number }

const hourMs = 3_600_000
const batch = 500

async function namedKeys({ db }: Deps, keys: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('document_version').where('blob_key', 'in', keys).select('blob_key').execute()
  const others = await Promise.all([
    findWaiting(db, keys),
    findNamedByTemplates(db, keys),
    findLogos(db, keys),
    findDelivered(db, keys),
  ])
  return new Set([...rows.map((row) => row.blob_key), ...others.flat()])
}

/** Deletes those of `objects` that nothing references and that are as old as `before`; returns how many. */
async function deleteOrphans(deps: Deps, objects: ObjectEntry[], before: Date): Promise<number> {
  const old = objects.filter(({ modified }) => modified <= before).map(({ key }) => key)
  if (old.length === 0) return 0
  const named = await namedKeys(deps, old)
  const orphans = old.filter((key) => !named.has(key))
  for (const key of orphans) await deps.store.delete(key)
  return orphans.length
}

/** Columns that reference permanent files; batch results that last a day are not among them. */
const fileColumns = [
  ['document_version', 'blob_key'],
  ['template_base', 'blob_key'],
  ['delivered_file', 'blob_key'],
  ['company', 'logo_key'],
] as const

/** Keys after `after`, up to `last`; null: all of them. */
type KeyRange = { after: string; last: string | null }

/** Counts the rows that reference a file of `range` which is not among `found`, all files there. */
async function countMissing({ db, store }: Deps, { after, last }: KeyRange, found: ObjectEntry[]): Promise<number> {
  const there = new Set(found.map(({ key }) => key))
  let missing = 0
  for (const [table, column] of fileColumns) {
    const key = sql.ref<string>(column)
    const end = last === null ? sql`` : sql`and ${key} <= ${last}`
    for (let from: string | undefined = after; from !== undefined;) {
      const { rows }: { rows: { key: string }[] } = await sql<{ key: string }>`
        select ${key} as key from ${sql.table(table)} where ${key} > ${from} ${end} order by ${key} limit ${batch}`.execute(
        db,
      )
      for (const row of rows) {
        if (there.has(row.key)) continue
        // A file may be newer than the list. That so many are newer is not possible.
        if (missing >= batch || !(await store.exists(row.key))) missing += 1
      }
      from = rows.at(-1)?.key
    }
  }
  return missing
}

/** The objects after `after`, in pages that end with the last key of a range. */
async function* pagesOf({ store }: Deps, after: string): AsyncGenerator<KeyRange & { objects: ObjectEntry[] }> {
  let objects: ObjectEntry[] = []
  for await (const object of store.list(after)) {
    objects.push(object)
    if (objects.length < batch) continue
    yield { after, last: object.key, objects }
    after = object.key
    objects = []
  }
  yield { after, last: null, objects }
}

/** Compares the stored files and the rows that reference them, page by page; an interrupted sweep is continued. */
async function sweepFiles(deps: Deps, turn: SweepTurn, before: Date, signal: AbortSignal | undefined) {
  let orphans = 0
  let missing = 0
  for await (const page of pagesOf(deps, turn.after)) {
    signal?.throwIfAborted()
    orphans += await deleteOrphans(deps, page.objects, before)
    missing += await countMissing(deps, page, page.objects)
    await turn.advance(page.last ?? '')
  }
  return { orphans, missing }
}

/** Deletes what expired in the database. */
async function sweepRows({ db, clock }: Deps): Promise<void> {
  await sweepThrottle(db, clock())
  await sweepSessions(db, clock())
  await sweepChallenges(db, clock())
  await sweepLinks(db, clock())
  await sweepNotifications(db, clock())
  await sweepRequestKeys(db, clock())
  await sweepEmails(db, clock())
  await sweepDeliveries(db, clock())
  await sweepWebhooks(db, clock())
}

/**
 * Cleans up after crashes and broken connections: unfinished uploads, and stored files whose transaction never
 * committed. Purges the recycle bin and deleted templates. Deletes expired sessions, one-time links, throttle counts,
 * notifications, prepared signatures, upload keys, deliveries that were not accepted and the text of old
 * messages. Skips files younger than `ageMs`, as
 * their request may still be running. Counts rows with missing files for the log. Aborted by `signal`, it leaves the
 * rest to the next sweep. Does nothing while another process sweeps.
 */
export async function sweep(
  deps: Deps,
  log: FastifyBaseLogger,
  ageMs = hourMs,
  signal?: AbortSignal,
): Promise<SweepReport> {
  // File modification times are compared, so the system's time and not the clock of `deps`.
  const before = new Date(Date.now() - ageMs)
  const report: SweepReport = { purged: 0, unfinished: 0, orphans: 0, missing: 0 }
  const turn = await takeSweepTurn(deps.db)
  if (turn === null) return report
  try {
    await sweepRows(deps)
    await sweepPrepared(deps)
    // Before the files are listed, so that files of purged documents are deleted now.
    report.purged = (await purgeDocuments(deps, signal)) + (await purgeCases(deps))
    await sweepTemplates(deps)
    signal?.throwIfAborted()
    report.unfinished = await deps.store.sweepUnfinished(before)
    Object.assign(report, await sweepFiles(deps, turn, before, signal))
  } finally {
    await turn.end()
  }
  const { purged, unfinished, orphans, missing } = report
  if (missing > 0) log.error(report, 'documents, templates or logos have lost their files: restore them from a backup')
  else if (purged + unfinished + orphans > 0) log.info(report, 'swept')
  return report
}

export const sweepJob = 'sweep'

/** Schedules hourly sweeps on one of all processes; a failed sweep is logged and does not stop later ones. */
export async function scheduleSweeps(queue: Pick<Queue, 'every'>, deps: Deps, log: FastifyBaseLogger): Promise<void> {
  await queue.every(sweepJob, hourMs / 1000, async ({ signal }) => {
    await sweep(deps, log, hourMs, signal)
  })
}

/** How long stopping waits for a step of the sweep, in milliseconds. */
const stopMs = 2000

/**
 * Sweeps in the background. If no other process uses the database and the files, everything unreferenced from before
 * `startedAt` was left by a crash. Returns the function that stops it.
 */
export async function sweepAfterStart(
  deps: Deps,
  log: FastifyBaseLogger,
  { isEmbedded, isShared, startedAt }: { isEmbedded: boolean; isShared: boolean; startedAt: number },
): Promise<() => Promise<void>> {
  if (isEmbedded) await resetSweepTurn(deps.db)
  const stopping = new AbortController()
  const ageMs = isEmbedded && !isShared ? Date.now() - startedAt : hourMs
  const sweeping = sweep(deps, log, ageMs, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error({ err: error }, 'the sweep after the start failed')
  })
  return async () => {
    stopping.abort()
    await Promise.race([sweeping, setTimeout(stopMs, undefined, { ref: false })])
  }
}
