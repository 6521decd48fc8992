import { withBackupSource, type Place } from './backup-source.ts'
import { createBackup } from './create-backup.ts'
import type { BackupLock } from './write-archive.ts'

export type BackupTask = Place & { file: string; lock: BackupLock }

/** Writes a backup in a thread of its own, because encrypting would delay the requests of the main one. */
export async function runBackup({ file, lock, ...place }: BackupTask): Promise<void> {
  await withBackupSource(place, async (source) => await createBackup(source, file, lock))
}
