export type StorageErrorCode = 'too_large' | 'not_found' | 'disk_full' | 'forbidden' | 'unavailable' | 'bad_key'

/** Everything an object store can fail with; the source of an upload fails with its own error. */
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

/** The system's error in our terms; an error that is ours already is given back. */
export function toStorageError(error: unknown, doing: string): StorageError {
  if (error instanceof StorageError) return error
  const system = (error as { code?: string } | null)?.code ?? ''
  const code = codes[system] ?? 'unavailable'
  return new StorageError(code, `${doing}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
}
