export {
  backupZone,
  isBackupOld,
  isBackupUnderway,
  nextBackupAt,
  wasCutOff,
} from './maintenance/backup/backup-schedule.ts'
export { readBackupState, type BackupState } from './maintenance/backup/backup-state.ts'
export { requestBackup } from './maintenance/backup/request-backup.ts'
