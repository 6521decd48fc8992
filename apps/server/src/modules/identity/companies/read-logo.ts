import { StorageError } from '@foja/storage/errors'
import { buffer } from 'node:stream/consumers'
import type { AppDeps } from '../../../deps.ts'

/**
 * Reads the PNG of a logo by its key; null if there is none or its file is missing, as no document depends on a logo.
 */
export async function readLogo({ store }: Pick<AppDeps, 'store'>, key: string | null): Promise<Buffer | null> {
  if (key === null) return null
  try {
    return await buffer(await store.get(key))
  } catch (error) {
    if (error instanceof StorageError) return null
    throw error
  }
}
