/**
 * `damaged`: an encrypted object was changed or cut. `unknown_key`: it is encrypted under keys that are not here.
 * `no_bucket` and `timeout`: of an S3 store, whose bucket does not exist or which does not answer in time.
 */
export type StorageErrorCode =
  | 'too_large'
  | 'not_found'
  | 'disk_full'
  | 'forbidden'
  | 'unavailable'
  | 'no_bucket'
  | 'timeout'
  | 'bad_key'
  | 'damaged'
  | 'unknown_key'

/** Every failure of an object store; an error of the upload's source is thrown as it is. */
export class StorageError extends Error {
  readonly code: StorageErrorCode

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StorageError'
    this.code = code
  }
}

const codes: Readonly<Record<string, StorageErrorCode>> = {
  ENOENT: 'not_found',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  EROFS: 'forbidden',
}

/** Converts a system error; a `StorageError` is returned unchanged. */
export function toStorageError(error: unknown, doing: string): StorageError {
  if (error instanceof StorageError) return error
  const system = (error as { code?: string } | null)?.code ?? ''
  const code = codes[system] ?? 'unavailable'
  return new StorageError(code, `${doing}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
}
