import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../../../context.ts'
import { ProblemError } from '../../../../http/problem.ts'
import { backupPlaceOf } from './archive-place.ts'
import { backupJob } from './backup-job.ts'
import { backupZone, dueDay, isBackupUnderway } from './backup-schedule.ts'
import { readBackupState, writeBackupState } from './backup-state.ts'

/**
 * Asks for a backup now, which the job makes; nothing if one is asked for or runs.
 * @throws ProblemError backup_not_configured
 */
export async function requestBackup(ctx: Ctx): Promise<void> {
  const { db, clock, config, timeZone, queue, actor, ip } = ctx
  const { backup } = config
  if (backup === undefined || backupPlaceOf(backup) === undefined) throw new ProblemError('backup_not_configured')
  const at = clock()
  const day = dueDay(at, { time: backup.time, zone: backupZone(timeZone) })
  await inTransaction(db, async (trx) => {
    const before = await readBackupState(trx, { lock: true })
    if (isBackupUnderway(before, at)) return
    const known = before ?? { day, completed: null }
    await writeBackupState(trx, { ...known, at: at.toISOString(), status: 'asked', detail: '' })
    await queue.enqueue(backupJob, {}, { singletonKey: 'asked' }, trx)
    await appendEvent(trx, {
      action: 'backup.requested',
      actor: actor.id,
      actor_label: actor.nombre,
      data: {},
      ip,
      at,
    })
  })
}
