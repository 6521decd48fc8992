// The sentences of npm run backup, restore and verify-backup, and the secret that each of them needs.
import { readFile } from 'node:fs/promises'
import type { Config } from '../apps/server/src/config.ts'
import { bucketLabel, type ArchivePlace } from '../apps/server/src/modules/setup/maintenance/backup/archive-place.ts'
import { BackupError, type BackupErrorCode } from '../apps/server/src/modules/setup/maintenance/backup/backup-error.ts'
import type { BackupSummary } from '../apps/server/src/modules/setup/maintenance/backup/contents.ts'
import type { BackupKey } from '../apps/server/src/modules/setup/maintenance/backup/read-archive.ts'
import type { BackupLock } from '../apps/server/src/modules/setup/maintenance/backup/write-archive.ts'
import { count } from './history-words.ts'
import { CannotHelp, explain } from './installation.ts'

const lines: Record<BackupErrorCode, string> = {
  not_a_backup: 'El archivo no es una copia de respaldo de Foja.',
  wrong_secret: 'La copia no se abre con esa frase o clave. Revisa FOJA_BACKUP_PASSPHRASE, o la clave de --identity.',
  bad_recipient: 'La clave pública no es una de age: cópiala entera, como age1….',
  damaged: 'La copia está dañada o incompleta: no la uses. Prueba con otra anterior.',
  newer_format: 'La copia es de una versión más nueva de Foja. Actualiza Foja y repite; no se cambió nada.',
  newer_schema: 'La copia es de una versión más nueva de Foja. Actualiza Foja y repite; no se cambió nada.',
  file_exists: 'Ese archivo ya existe. Elige otro nombre; no se tocó nada.',
  not_empty:
    'Aquí ya hay una instalación de Foja, y recuperar la copia la borraría. Elige una carpeta nueva con FOJA_DATA_DIR (y una base de datos vacía con DATABASE_URL); no se tocó nada.',
  other_schema:
    'La base de datos está vacía, pero es de otra versión que la copia. Elige una carpeta nueva con FOJA_DATA_DIR (o una base de datos nueva con DATABASE_URL).',
  hold_lost: 'Foja se detuvo durante la copia. Repítela.',
  other_keys:
    'El archivo de claves que hay aquí no es el de la copia. Pon en su lugar tu copia del archivo de claves, o indica dónde está con FOJA_KEY_FILE; no se tocó nada.',
  other_files:
    'En el destino ya hay archivos de otra instalación de Foja. Elige otra carpeta u otro bucket; no se tocó nada.',
  bucket_missing: 'No existe el bucket de FOJA_BACKUP_BUCKET. Créalo, o corrige FOJA_BACKUP_BUCKET o S3_REGION.',
  bucket_forbidden:
    'El servicio S3 no deja usar el bucket de FOJA_BACKUP_BUCKET con esas claves. Revisa S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY y sus permisos: listar, leer, guardar y borrar.',
  bucket_full: 'El bucket de FOJA_BACKUP_BUCKET está lleno. Haz sitio, o amplía su cuota.',
  bucket_unreachable:
    'No se llega al bucket de FOJA_BACKUP_BUCKET, o dejó de responder. Revisa S3_ENDPOINT y la red, y repite.',
  not_in_bucket: 'Esa copia no está en el bucket. Para ver las que hay: npm run verify-backup -- s3:',
}

/** What names a backup of the bucket. */
export const bucketPrefix = 's3:'

/** The bucket of the backups. */
export function bucketFor({ backup: { bucket } }: Config) {
  if (bucket !== undefined) return bucket
  throw new CannotHelp('Pon en FOJA_BACKUP_BUCKET el bucket de las copias, con S3_ENDPOINT y sus claves.')
}

/** The backup that an argument names: a file, or `s3:` and the name of an object. */
export function archiveFor(config: Config, argument: string): ArchivePlace {
  if (!argument.startsWith(bucketPrefix)) return { file: argument }
  const bucket = bucketFor(config)
  const name = argument.slice(bucketPrefix.length)
  if (name !== '') return { bucket, name }
  throw new CannotHelp(`Falta el nombre de la copia en ${bucketLabel(bucket)}: s3:NOMBRE`)
}

/** The message of a failed command. */
export function explainBackup(error: unknown, config: Config | undefined, meanwhile: string): string {
  return error instanceof BackupError ? lines[error.code] : explain(error, config, meanwhile)
}

export function lockFor({ backup }: Config, recipient: string | undefined): BackupLock {
  const to = recipient ?? backup.recipient
  if (to !== undefined) return { recipient: to }
  if (backup.passphrase !== undefined) return { passphrase: backup.passphrase }
  throw new CannotHelp(
    'Pon en FOJA_BACKUP_PASSPHRASE la frase que abrirá la copia (cinco palabras al azar, por ejemplo), o en --recipient una clave pública de age.',
  )
}

export async function keyFor({ backup }: Config, identityFile: string | undefined): Promise<BackupKey> {
  if (identityFile !== undefined) {
    const identity = /^AGE-SECRET-KEY-\S+$/m.exec(await readFile(identityFile, 'utf8'))?.[0]
    if (identity === undefined) throw new CannotHelp(`En ${identityFile} no hay una clave privada de age.`)
    return { identity }
  }
  if (backup.passphrase !== undefined) return { passphrase: backup.passphrase }
  throw new CannotHelp(
    'Pon en FOJA_BACKUP_PASSPHRASE la frase de la copia, o en --identity el archivo de su clave privada.',
  )
}

export const megabytes = (bytes: number) => `${(bytes / 1e6).toLocaleString('es', { maximumFractionDigits: 1 })} MB`

/** What is in a backup, in one line. */
export function contentLine({ head, manifest: { tables, files } }: BackupSummary): string {
  const rows = (table: string) => count(tables[table]?.rows ?? 0)
  return (
    `  Del ${new Date(head.at).toLocaleString('es')}: ${rows('app_user')} personas, ${rows('solicitud_main')} expedientes, ` +
    `${rows('document')} documentos, ${rows('event')} eventos, ${count(files.count)} archivos (${megabytes(files.bytes)}).`
  )
}
