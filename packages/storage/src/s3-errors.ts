import { StorageError, type StorageErrorCode } from './errors.ts'

const codes: Readonly<Record<string, StorageErrorCode>> = {
  NoSuchBucket: 'no_bucket',
  NoSuchKey: 'not_found',
  QuotaExceeded: 'disk_full',
  RequestTimeout: 'timeout',
  TimeoutError: 'timeout',
  ETIMEDOUT: 'timeout',
}

const statuses: Readonly<Record<number, StorageErrorCode>> = {
  401: 'forbidden',
  403: 'forbidden',
  404: 'not_found',
  507: 'disk_full',
}

type S3Error = { name?: string; code?: string; message?: string; $metadata?: { httpStatusCode?: number } }

/** HTTP status of an answer of S3 that was an error; undefined if there was none. */
export const statusOf = (error: unknown): number | undefined => (error as S3Error | null)?.$metadata?.httpStatusCode

/**
 * Converts an error of the S3 client. It is not kept as the cause: some of its fields repeat parts of the signed
 * request, and causes are logged.
 */
export function toS3StorageError(error: unknown, doing: string): StorageError {
  if (error instanceof StorageError) return error
  const { name = '', code = '', message = '' } = (error ?? {}) as S3Error
  const status = statusOf(error)
  const found = codes[name] ?? codes[code] ?? statuses[status ?? 0] ?? 'unavailable'
  // AggregateError, when a host with several addresses is unreachable, has no message.
  const reason = [...new Set([status, name === 'Error' ? '' : name, code, message])].filter(Boolean).join(' ')
  return new StorageError(found, `${doing}: ${reason}`)
}
