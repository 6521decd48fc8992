import type { ArchivePlace } from './archive-place.ts'
import { withBackupSource, type Place } from './backup-source.ts'
import { createBackup } from './create-backup.ts'
import type { BackupLock } from './write-archive.ts'

export type BackupTask = Place & { archive: ArchivePlace; lock: BackupLock }

/**
 * Writes a backup in a thread of its own, because encrypting would delay the requests of the main one; returns its size.
 */
export async function runBackup({ archive, lock, ...place }: BackupTask): Promise<number> {
  return await withBackupSource(place, async (source) => (await createBackup(source, archive, lock)).bytes)
}
