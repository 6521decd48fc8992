import type { Queue } from '@foja/jobs/queue'
import { inTransaction } from '@foja/db/transaction'
import type { FastifyBaseLogger } from 'fastify'
import { Piscina } from 'piscina'
import type { Config } from '../../../../config.ts'
import type { AppDeps } from '../../../../deps.ts'
import {
  archiveIn,
  archiveLabel,
  archiveNameAt,
  backupPlaceOf,
  removeOldBackups,
  type ArchivePlace,
  type BackupPlace,
} from './archive-place.ts'
import { backupZone, dueDay, isBackupDue } from './backup-schedule.ts'
import { readBackupState, writeBackupState, type BackupState } from './backup-state.ts'
import type { BackupTask } from './backup.worker.ts'

/** Name of the job that looks whether a backup is due. */
export const backupJob = 'backup'

const lookSeconds = 300

type Deps = Pick<AppDeps, 'db' | 'clock'> & {
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 's3' | 'backup' | 'timeZone'>
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
}

async function runInThread(task: BackupTask): Promise<number> {
  const filename = new URL('./backup.worker.ts', import.meta.url).href
  const pool = new Piscina({ filename, minThreads: 0, maxThreads: 1 })
  try {
    return (await pool.run(task, { name: 'runBackup' })) as number
  } finally {
    await pool.destroy()
  }
}

type Begun = Pick<BackupState, 'day' | 'at' | 'completed' | 'bytes' | 'ms'>

/** Records that the backup that is due runs; null if none is due, or another process runs it. */
async function begin(
  { db, clock, config }: Deps,
  place: BackupPlace,
): Promise<{ begun: Begun; archive: ArchivePlace } | null> {
  const at = clock()
  const day = dueDay(at, { time: config.backup.time, zone: backupZone(config.timeZone) })
  const archive = archiveIn(place, archiveNameAt(at))
  return await inTransaction(db, async (trx) => {
    const before = await readBackupState(trx, { lock: true })
    if (!isBackupDue(before, day, at)) return null
    const { completed = null, bytes, ms } = before ?? {}
    const begun = { day, at: at.toISOString(), completed, bytes, ms }
    await writeBackupState(trx, { ...begun, status: 'running', detail: archiveLabel(archive) })
    return { begun, archive }
  })
}

/** Makes the backup that is due, if any; a failure is logged and kept for the doctor and the page «Estado». */
async function backUpIfDue(deps: Deps): Promise<void> {
  const { db, clock, config, log } = deps
  const { keep, recipient, passphrase } = config.backup
  const place = backupPlaceOf(config.backup)
  if (place === undefined) return
  const found = await begin(deps, place)
  if (found === null) return
  const { begun, archive } = found
  const file = archiveLabel(archive)
  try {
    const { dataFolder, databaseUrl, s3 } = config
    const lock = recipient === undefined ? { passphrase: passphrase! } : { recipient }
    const start = performance.now()
    const bytes = await runInThread({ dataFolder, databaseUrl, s3, archive, lock })
    const ms = Math.round(performance.now() - start)
    await removeOldBackups(place, keep)
    const done = clock().toISOString()
    await writeBackupState(db, { ...begun, at: done, status: 'done', detail: file, completed: done, bytes, ms })
    log.info({ file, bytes, ms }, 'backup written')
  } catch (error) {
    log.error({ err: error, file }, 'the backup by schedule failed')
    const detail = error instanceof Error ? error.message : String(error)
    await writeBackupState(db, { ...begun, at: clock().toISOString(), status: 'failed', detail })
  }
}

/**
 * Makes a backup a day, on one of all processes. The job itself only starts it, because a job may not take as long as a
 * large backup.
 */
export async function scheduleBackups(queue: Pick<Queue, 'every'>, deps: Deps): Promise<void> {
  if (backupPlaceOf(deps.config.backup) === undefined) return
  let running: Promise<void> | null = null
  const look = async () => {
    running ??= backUpIfDue(deps)
      .catch((error: unknown) => deps.log.error({ err: error }, 'the backup by schedule failed'))
      .finally(() => (running = null))
  }
  await queue.every(backupJob, lookSeconds, look, { onRequest: true })
}
