/**
 * Why a backup cannot be made, read or restored.
 * - `not_a_backup`: the file is none of Foja's.
 * - `wrong_secret`: it does not open with the passphrase or key.
 * - `bad_recipient`: the public key is none.
 * - `damaged`: it was cut or changed; `detail` says where.
 * - `newer_format`, `newer_schema`: a later release made it.
 * - `file_exists`: the file to write is there already.
 * - `not_empty`: there is an installation already. `other_schema`: an empty one of another release.
 * - `hold_lost`: Foja stopped, or the connection to the database broke, while the files were read.
 * - `other_files`: the place that files are copied to has those of another installation.
 * - `other_keys`: the key file here is not that of the backup.
 * - `bucket_…`: the bucket of the backups does not exist, refuses, is full or does not answer. `not_in_bucket`: it has no
 *   such backup.
 */
export type BackupErrorCode =
  | 'not_a_backup'
  | 'wrong_secret'
  | 'bad_recipient'
  | 'damaged'
  | 'newer_format'
  | 'newer_schema'
  | 'file_exists'
  | 'not_empty'
  | 'other_schema'
  | 'hold_lost'
  | 'other_keys'
  | 'other_files'
  | 'bucket_missing'
  | 'bucket_forbidden'
  | 'bucket_full'
  | 'bucket_unreachable'
  | 'not_in_bucket'

export class BackupError extends Error {
  readonly code: BackupErrorCode

  constructor(code: BackupErrorCode, detail = '', options?: ErrorOptions) {
    super(detail === '' ? `the backup failed: ${code}` : `the backup failed: ${code}: ${detail}`, options)
    this.name = 'BackupError'
    this.code = code
  }
}
