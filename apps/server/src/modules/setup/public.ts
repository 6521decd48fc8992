export {
  backupZone,
  isBackupOld,
  isBackupUnderway,
  nextBackupAt,
  wasCutOff,
} from './maintenance/backup/backup-schedule.ts'
export { backupPlaceOf, bucketLabel } from './maintenance/backup/archive-place.ts'
export { readBackupState, type BackupState } from './maintenance/backup/backup-state.ts'
export { requestBackup } from './maintenance/backup/request-backup.ts'
