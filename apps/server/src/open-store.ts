import { openDiskStore } from '@foja/storage/disk-store'
import type { ObjectStore } from '@foja/storage/object-store'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { fileMark, type InstallationMark } from './modules/setup/maintenance/installation.ts'

/** The files of an installation, before encryption. */
export type OpenStore = {
  store: ObjectStore
  mark: InstallationMark
  /** Other processes may write into it, by the clock of another computer. */
  isShared: boolean
  close: () => Promise<void>
}

/**
 * Opens the data folder, or the bucket of the settings after it proved to be usable. Rejects with a `StorageError`.
 */
export async function openStore({ dataFolder, s3: settings }: Pick<Config, 'dataFolder' | 's3'>): Promise<OpenStore> {
  const folder = join(dataFolder, 'files')
  if (settings === undefined) {
    const store = await openDiskStore(folder)
    return { store, mark: fileMark(join(folder, 'installation')), isShared: false, close: async () => {} }
  }
  // For the mark of the history.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Not loaded by installations without S3.
  const { createS3Store } = await import('@foja/storage/s3-store')
  const store = createS3Store(settings)
  try {
    await store.probe()
  } catch (error) {
    store.close()
    throw error
  }
  const name = 'foja-installation'
  const mark = {
    read: async () => (await store.readNote(name))?.trim(),
    write: async (id: string) => await store.writeNote(name, `${id}\n`),
  }
  return { store, mark, isShared: true, close: async () => store.close() }
}
