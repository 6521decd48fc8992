import type { EncryptedStore } from '@foja/storage/encrypted-store'
import { StorageError } from '@foja/storage/errors'

export type EncryptedFiles = {
  encrypted: number
  /** Already under the current key. */
  unchanged: number
  /** Do not decrypt, or are encrypted under unknown keys; left as they are. */
  failed: number
}

/**
 * Encrypts every stored file that is plain, or under an earlier key. Foja must be stopped. After an interruption, the
 * next call continues.
 */
export async function encryptFiles(
  store: Pick<EncryptedStore, 'list' | 'encrypt'>,
  onProgress: (done: number) => void = () => {},
): Promise<EncryptedFiles> {
  const report: EncryptedFiles = { encrypted: 0, unchanged: 0, failed: 0 }
  for await (const { key } of store.list()) {
    try {
      report[(await store.encrypt(key)) ? 'encrypted' : 'unchanged'] += 1
    } catch (error) {
      if (!(error instanceof StorageError) || !['damaged', 'unknown_key'].includes(error.code)) throw error
      report.failed += 1
    }
    onProgress(report.encrypted + report.unchanged + report.failed)
  }
  return report
}
