// The sentences of npm run backup, restore and verify-backup, and the secret that each of them needs.
import { readFile } from 'node:fs/promises'
import type { Config } from '../apps/server/src/config.ts'
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

const megabytes = (bytes: number) => `${(bytes / 1e6).toLocaleString('es', { maximumFractionDigits: 1 })} MB`

/** What is in a backup, in one line. */
export function contentLine({ head, manifest: { tables, files } }: BackupSummary): string {
  const rows = (table: string) => count(tables[table]?.rows ?? 0)
  return (
    `  Del ${new Date(head.at).toLocaleString('es')}: ${rows('app_user')} personas, ${rows('solicitud_main')} expedientes, ` +
    `${rows('document')} documentos, ${rows('event')} eventos, ${count(files.count)} archivos (${megabytes(files.bytes)}).`
  )
}
