// npm run backup -- FILE|s3:NAME [--recipient age1…] [--data DIR]: writes one encrypted file with the whole installation, while
// Foja runs or not. Uses DATABASE_URL, FOJA_BACKUP_PASSPHRASE and FOJA_BACKUP_RECIPIENT. Exits with 1 when there is none.
import { parseArgs } from 'node:util'
import type { Config } from '../apps/server/src/config.ts'
import { withBackupSource } from '../apps/server/src/modules/setup/maintenance/backup/backup-source.ts'
import { createBackup } from '../apps/server/src/modules/setup/maintenance/backup/create-backup.ts'
import { archiveFor, contentLine, explainBackup, lockFor } from './backup-words.ts'
import { CannotHelp, configOf, requireInstallation } from './installation.ts'

let config: Config | undefined
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { data: { type: 'string' }, recipient: { type: 'string' } },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1)
    throw new CannotHelp('npm run backup -- ARCHIVO|s3:NOMBRE [--recipient age1…]')
  config = configOf(values.data)
  const lock = lockFor(config, values.recipient)
  const place = archiveFor(config, file)
  requireInstallation(config, true)
  const summary = await withBackupSource(config, async (source) => await createBackup(source, place, lock))
  console.log(`✓ Copia de respaldo lista: ${file}`)
  console.log(contentLine(summary))
  console.log(`  Compruébala: npm run verify-backup -- ${file}`)
  console.log(
    `  No lleva el archivo de claves (${config.keyFile}): sin él no se abren las firmas guardadas ni los archivos cifrados. Guarda su copia en otro sitio, no junto a esta.`,
  )
} catch (error) {
  console.error(explainBackup(error, config, 'haz la copia'))
  process.exitCode = 1
}
