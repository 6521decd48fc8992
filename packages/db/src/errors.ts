/** Failures of the database itself; `code` is a closed list, so that a table can map it to a sentence. */
export type DatabaseErrorCode =
  | 'database_in_use'
  | 'earlier_version_running'
  | 'database_folder_unwritable'
  | 'database_from_newer_version'
  | 'database_unreachable'
  | 'database_closed'
  | 'nested_query'

export class DatabaseProblem extends Error {
  readonly code: DatabaseErrorCode

  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseProblem'
    this.code = code
  }
}

/** SQLSTATE of an error thrown by either database, or null. */
export function sqlState(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null
}

/** Name of the violated constraint or index when `error` is a unique violation (23505); otherwise null. */
export function uniqueViolation(error: unknown): string | null {
  if (sqlState(error) !== '23505') return null
  const { constraint } = error as { constraint?: unknown }
  return typeof constraint === 'string' ? constraint : ''
}

/** True for a foreign key violation, from either side (23503). */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlState(error) === '23503'
}

/** True when retrying the whole transaction can succeed: serialization failure (40001) or deadlock (40P01). */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01'
}
