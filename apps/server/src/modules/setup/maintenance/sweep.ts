import type { Queue } from '@foja/jobs/queue'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { AppDeps } from '../../../deps.ts'
import { sweepThrottle } from '../../../http/throttle.ts'
import { sweepChallenges, sweepLinks, findLogos, sweepSessions } from '../../identity/public.ts'
import { sweepRequestKeys } from '../../../lib/idempotency.ts'
import { purgeDocuments } from '../../documents/public.ts'
import { purgeCases } from '../../casework/public.ts'
import { sweepEmails } from '../../delivery/public.ts'
import { findWaiting, sweepPrepared } from '../../signing/public.ts'
import { sweepNotifications } from '../../notify/public.ts'
import { findNamedByTemplates, sweepTemplates } from '../../templates/public.ts'

type Deps = Pick<AppDeps, 'db' | 'store' | 'clock' | 'pageCache'>

/** Numbers for the log. `missing`: rows whose file is missing, which the sweep cannot repair. */
export type SweepReport = { purged: number; unfinished: number; orphans: number; missing: number }

const hourMs = 3_600_000
const batch = 500

async function namedKeys({ db }: Deps, keys: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('document_version').where('blob_key', 'in', keys).select('blob_key').execute()
  const others = await Promise.all([findWaiting(db, keys), findNamedByTemplates(db, keys), findLogos(db, keys)])
  return new Set([...rows.map((row) => row.blob_key), ...others.flat()])
}

/** Deletes the unreferenced files of `keys`; returns how many. */
async function deleteOrphans(deps: Deps, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0
  const named = await namedKeys(deps, keys)
  const orphans = keys.filter((key) => !named.has(key))
  for (const key of orphans) await deps.store.delete(key)
  return orphans.length
}

/** Columns that reference permanent files; batch results that last a day are not among them. */
const fileColumns = [
  ['document_version', 'blob_key'],
  ['template_base', 'blob_key'],
  ['company', 'logo_key'],
] as const

async function countMissing(deps: Deps): Promise<number> {
  let missing = 0
  for (const column of fileColumns) missing += await countMissingOf(deps, column)
  return missing
}

async function countMissingOf({ db, store }: Deps, [table, column]: (typeof fileColumns)[number]): Promise<number> {
  const key = sql.ref<string>(column)
  let missing = 0
  for (let last: string | undefined = ''; last !== undefined;) {
    const { rows }: { rows: { key: string }[] } = await sql<{ key: string }>`
      select ${key} as key from ${sql.table(table)} where ${key} > ${last} order by ${key} limit ${batch}`.execute(db)
    for (const row of rows) if (!(await store.exists(row.key))) missing += 1
    last = rows.at(-1)?.key
  }
  return missing
}

/**
 * Cleans up after crashes and broken connections: unfinished uploads, and stored files whose transaction never
 * committed. Purges the recycle bin and deleted templates. Deletes expired sessions, one-time links, throttle counts,
 * notifications, prepared signatures, upload keys and the text of old messages. Skips files younger than `ageMs`, as
 * their request may still be running; at start, before the first request, it is 0. Counts rows with missing files for
 * the log. Aborted by `signal`, it leaves the rest to the next sweep.
 */
export async function sweep(
  deps: Deps,
  log: FastifyBaseLogger,
  ageMs = hourMs,
  signal?: AbortSignal,
): Promise<SweepReport> {
  // File modification times are compared, so the system's time and not the clock of `deps`.
  const before = new Date(Date.now() - ageMs)
  const unfinished = await deps.store.sweepUnfinished(before)
  await sweepPrepared(deps)
  // Before the files are listed, so that files of purged documents are deleted now.
  const purged = (await purgeDocuments(deps, signal)) + (await purgeCases(deps))
  await sweepTemplates(deps)
  let orphans = 0
  let keys: string[] = []
  for await (const object of deps.store.list()) {
    signal?.throwIfAborted()
    if (object.modified <= before) keys.push(object.key)
    if (keys.length < batch) continue
    orphans += await deleteOrphans(deps, keys)
    keys = []
  }
  orphans += await deleteOrphans(deps, keys)
  const missing = await countMissing(deps)
  await sweepThrottle(deps.db, deps.clock())
  await sweepSessions(deps.db, deps.clock())
  await sweepChallenges(deps.db, deps.clock())
  await sweepLinks(deps.db, deps.clock())
  await sweepNotifications(deps.db, deps.clock())
  await sweepRequestKeys(deps.db, deps.clock())
  await sweepEmails(deps.db, deps.clock())
  const report = { purged, unfinished, orphans, missing }
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
