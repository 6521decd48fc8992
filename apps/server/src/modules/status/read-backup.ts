import type { BackupStatus, ServiceState } from '@foja/contracts/status'
import type { Ctx } from '../../context.ts'
import { statusTexts } from '../../texts/status-texts.ts'
import {
  backupPlaceOf,
  backupZone,
  bucketLabel,
  isBackupOld,
  isBackupUnderway,
  nextBackupAt,
  readBackupState,
  wasCutOff,
  type BackupState,
} from '../setup/public.ts'

const bucketReasons = ['bucket_missing', 'bucket_forbidden', 'bucket_full', 'bucket_unreachable'] as const
type Reason = 'full' | 'missing' | 'forbidden' | 'cut' | 'failed' | (typeof bucketReasons)[number]

/** Why a backup failed. A thread passes on only the message of an error; it names files, so it is not shown. */
function reasonOf({ detail }: BackupState, folder: string): Reason {
  const ofBucket = bucketReasons.find((code) => detail.includes(`the backup failed: ${code}`))
  if (ofBucket !== undefined) return ofBucket
  if (/\b(ENOSPC|EDQUOT)\b/.test(detail)) return 'full'
  if (/\b(EACCES|EPERM|EROFS)\b/.test(detail)) return 'forbidden'
  if (/\b(ENOENT|ENOTDIR)\b/.test(detail) && detail.includes(folder)) return 'missing'
  return detail.includes('hold_lost') ? 'cut' : 'failed'
}

type Verdict = [ServiceState, Reason | 'first' | 'old' | null]

function verdictOf(state: BackupState | null, folder: string, now: Date): Verdict {
  if (state === null) return ['warning', 'first']
  if (wasCutOff(state, now)) return ['failed', 'cut']
  if (state.status === 'failed') return ['failed', reasonOf(state, folder)]
  if (isBackupOld(state, now)) return ['failed', 'old']
  return state.completed === null ? ['warning', 'first'] : ['ok', null]
}

/** The last backup by schedule and the next one. */
export async function readBackup({ db, clock, config, timeZone, locale }: Ctx): Promise<BackupStatus> {
  const texts = statusTexts[locale].backup
  const place = config.backup === undefined ? undefined : backupPlaceOf(config.backup)
  if (config.backup === undefined || place === undefined) {
    const { sentence, next } = texts.none
    return { state: 'off', problem: sentence, next, running: false, last: null, schedule: null }
  }
  const { keep, time } = config.backup
  const folder = 'folder' in place ? place.folder : bucketLabel(place.bucket)
  const now = clock()
  const state = await readBackupState(db)
  const [verdict, problem] = verdictOf(state, folder, now)
  const { completed = null, bytes = null, ms = null } = state ?? {}
  return {
    state: verdict,
    problem: problem === null ? null : texts[problem].sentence,
    next: problem === null ? null : texts[problem].next,
    running: isBackupUnderway(state, now),
    last: completed === null ? null : { at: completed, bytes, ms },
    schedule: {
      folder,
      keep,
      next_at: nextBackupAt(state, { time, zone: backupZone(timeZone) }, now).toISOString(),
    },
  }
}
