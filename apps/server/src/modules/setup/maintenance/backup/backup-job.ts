import type { Queue } from '@foja/jobs/queue'
import { inTransaction } from '@foja/db/transaction'
import type { FastifyBaseLogger } from 'fastify'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Piscina } from 'piscina'
import type { Config } from '../../../../config.ts'
import type { AppDeps } from '../../../../deps.ts'
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

const shape = /^foja-\d{8}-\d{6}\.age$/
const partShape = /^foja-\d{8}-\d{6}\.age\.[0-9a-f]+\.part$/

const nameAt = (at: Date) => `foja-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.age`

/**
 * Removes all but the newest `keep` backups by schedule, of which the last of a day counts, and those that a crash cut
 * off; other files stay. So backups on request do not push out those of earlier days.
 */
export async function removeOldBackups(folder: string, keep: number): Promise<void> {
  const names = await readdir(folder)
  const made = names.filter((name) => shape.test(name)).toSorted()
  const lastOfDay = new Map(made.map((name) => [name.slice(0, 'foja-yyyymmdd'.length), name]))
  const kept = new Set([...lastOfDay.values()].slice(-keep))
  const old = made.filter((name) => !kept.has(name))
  for (const name of [...old, ...names.filter((name) => partShape.test(name))]) await rm(join(folder, name))
}

async function runInThread(task: BackupTask): Promise<void> {
  const filename = new URL('./backup.worker.ts', import.meta.url).href
  const pool = new Piscina({ filename, minThreads: 0, maxThreads: 1 })
  try {
    await pool.run(task, { name: 'runBackup' })
  } finally {
    await pool.destroy()
  }
}

type Begun = Pick<BackupState, 'day' | 'at' | 'completed' | 'bytes' | 'ms'>

/** Records that the backup that is due runs; null if none is due, or another process runs it. */
async function begin({ db, clock, config }: Deps, folder: string): Promise<{ begun: Begun; file: string } | null> {
  const at = clock()
  const day = dueDay(at, { time: config.backup.time, zone: backupZone(config.timeZone) })
  const file = join(folder, nameAt(at))
  return await inTransaction(db, async (trx) => {
    const before = await readBackupState(trx, { lock: true })
    if (!isBackupDue(before, day, at)) return null
    const { completed = null, bytes, ms } = before ?? {}
    const begun = { day, at: at.toISOString(), completed, bytes, ms }
    await writeBackupState(trx, { ...begun, status: 'running', detail: file })
    return { begun, file }
  })
}

/** Makes the backup that is due, if any; a failure is logged and kept for the doctor and the page «Estado». */
async function backUpIfDue(deps: Deps): Promise<void> {
  const { db, clock, config, log } = deps
  const { folder, keep, recipient, passphrase } = config.backup
  if (folder === undefined) return
  const found = await begin(deps, folder)
  if (found === null) return
  const { begun, file } = found
  try {
    const { dataFolder, databaseUrl, s3 } = config
    const lock = recipient === undefined ? { passphrase: passphrase! } : { recipient }
    const start = performance.now()
    await runInThread({ dataFolder, databaseUrl, s3, file, lock })
    const ms = Math.round(performance.now() - start)
    const { size: bytes } = await stat(file)
    await removeOldBackups(folder, keep)
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
  if (deps.config.backup.folder === undefined) return
  let running: Promise<void> | null = null
  const look = async () => {
    running ??= backUpIfDue(deps)
      .catch((error: unknown) => deps.log.error({ err: error }, 'the backup by schedule failed'))
      .finally(() => (running = null))
  }
  await queue.every(backupJob, lookSeconds, look, { onRequest: true })
}
