import { createRoot, findLastRoot, type HistoryRoot } from '@foja/db/history-roots'
import { isHistorySealed, sealExistingHistory } from '@foja/db/seal-history'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Queue } from '@foja/jobs/queue'
import { historyLetter } from '@foja/mail/history-letter'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { createHash } from 'node:crypto'
import type { AppDeps } from '../../../deps.ts'
import { queueEmail } from '../../outbox/public.ts'
import { findInstallationTsa } from '../../signing/public.ts'
import { trustOf } from '../../verification-core/public.ts'
import { readMark, writeMark } from './history-mark.ts'

/** Name of the job that adds roots. */
export const historyJob = 'history'

const hourMs = 3_600_000
/** Below a day, so that a late run does not skip one. */
const dayMs = 23.5 * hourMs

type Deps = AppDeps & {
  log: FastifyBaseLogger
  /** See `markFileOf`. */
  markFile: string
  /** Gets the root once a day. */
  mailTo: string | undefined
}

/** True if the root recorded outside of the database is in it. */
async function isKnown(db: Kysely<Database>, mark: { no: number; hash: string }): Promise<boolean> {
  const row = await db.selectFrom('history_root').where('no', '=', mark.no).select('hash').executeTakeFirst()
  return row?.hash === mark.hash
}

/**
 * Seals the history of an earlier release, once. It does not if roots of this installation are known from outside: then
 * the database lost its seals, or is an older copy, which `addRoot` logs.
 */
export async function sealHistory({ db, clock, markFile }: Pick<Deps, 'db' | 'clock' | 'markFile'>): Promise<void> {
  if ((await readMark(markFile)) !== null) return
  await sealExistingHistory(db, clock())
}

/** True once a day. Dates in the future do not count: the clock was wrong, or someone wrote them to stop the job. */
async function isDue(db: Kysely<Database>, column: 'published_at' | 'stamped_at', now: Date): Promise<boolean> {
  const { last } = await db
    .selectFrom('history_root')
    .where(column, '<=', now)
    .select((eb) => eb.fn.max(column).as('last'))
    .executeTakeFirstOrThrow()
  return last === null || now.getTime() - last.getTime() >= dayMs
}

/** Gets a timestamp for a root, where an authority is configured. A failure is logged and tried again an hour later. */
async function stamp({ db, keys, engine, clock, log }: Deps, root: HistoryRoot): Promise<void> {
  const now = clock()
  const tsa = await findInstallationTsa(db, keys)
  if (tsa === null || root.token !== null || !(await isDue(db, 'stamped_at', now))) return
  try {
    const services = { tsa, ...(await trustOf(db, null)), now: now.getTime() }
    const { token, tsa: name } = await engine.timestamp({ services, digest: Buffer.from(root.hash, 'hex') })
    const change = { token, tsa: name, stamped_at: now }
    await db.updateTable('history_root').set(change).where('no', '=', root.no).execute()
  } catch (error) {
    log.warn({ err: error, root: root.no }, 'the root of the history got no timestamp')
  }
}

/** Queues the letter with a root. One letter per key. */
async function mailRoot(
  trx: Transaction<Database>,
  deps: Deps,
  root: HistoryRoot,
  suspects: string | null,
  key: string,
) {
  const { mailTo, origin } = deps
  if (mailTo === undefined) return
  const { no, hash, chains, events } = root
  const person = await trx.selectFrom('app_user').where('email', '=', mailTo).select('locale').executeTakeFirst()
  const locale = person?.locale === 'en' ? 'en' : 'es'
  const facts = { no, hash, chains, events, at: root.at.toISOString(), url: origin() }
  const letter = historyLetter({ locale, ...facts, suspects })
  await queueEmail(trx, deps, { kind: 'account', id_company: null, locale, to: [mailTo], key, ...letter })
}

/** Writes a root to the log and, if configured, mails it: once a day, and when chains look forged. */
async function publish(deps: Deps, root: HistoryRoot, suspects: readonly string[]): Promise<void> {
  const { db, clock, log } = deps
  const at = clock()
  const { no, hash, chains, events } = root
  const line = { root: no, hash, chains, events, at: root.at.toISOString() }
  const isDaily = root.published_at === null && (await isDue(db, 'published_at', at))
  if (suspects.length > 0) log.error({ ...line, suspects }, 'the history was changed outside of Foja: run the doctor')
  // A warning, because the default log has nothing below.
  if (isDaily) log.warn(line, 'daily root of the history')
  else log.info(line, 'root of the history')
  const forged = suspects.length === 0 ? null : suspects.join(', ')
  await inTransaction(db, async (trx) => {
    if (isDaily) {
      await trx.updateTable('history_root').set({ published_at: at }).where('no', '=', no).execute()
      await mailRoot(trx, deps, root, forged, `root:${hash}`)
    } else if (forged !== null) {
      await mailRoot(trx, deps, root, forged, `history:${createHash('sha256').update(forged).digest('hex')}`)
    }
  })
}

/**
 * Adds a root over the history if it changed. A root recorded outside that the database does not contain stays there,
 * for the doctor.
 */
export async function addRoot(deps: Deps): Promise<void> {
  const { db, clock, log, markFile } = deps
  const mark = await readMark(markFile)
  if (mark !== null && !(await isKnown(db, mark))) {
    log.error({ root: mark.no, hash: mark.hash }, 'the database lacks the last root of the history: run the doctor')
    return
  }
  if (mark !== null && !(await isHistorySealed(db))) {
    log.error({ root: mark.no, hash: mark.hash }, 'the database lost the record of its seals: run the doctor')
  }
  const added = await createRoot(db, clock())
  const root = added?.root ?? (await findLastRoot(db))
  if (root === undefined) return
  if (mark?.hash !== root.hash) {
    // Tried again by the next run. The root is published now, because only this run knows the suspects.
    await writeMark(markFile, root).catch((error: unknown) =>
      log.error({ err: error, root: root.no }, 'the root of the history was not written beside the files'),
    )
  }
  await stamp(deps, root)
  if (added !== null || root.published_at === null) await publish(deps, root, added?.suspects ?? [])
}

/** Adds a root every hour on one of all processes. */
export async function scheduleRoots(queue: Pick<Queue, 'every'>, deps: Deps): Promise<void> {
  await queue.every(historyJob, hourMs / 1000, async () => await addRoot(deps))
}
