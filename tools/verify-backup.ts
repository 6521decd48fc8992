// npm run verify-backup -- FILE [--identity FILE]: reads a whole backup and compares its counts and hashes, without a
// database. Uses FOJA_BACKUP_PASSPHRASE. Exits with 1 when the backup is not whole, with 2 when it could not check.
import { parseArgs } from 'node:util'
import type { Config } from '../apps/server/src/config.ts'
import { BackupError } from '../apps/server/src/modules/setup/maintenance/backup/backup-error.ts'
import { verifyBackup } from '../apps/server/src/modules/setup/maintenance/backup/read-archive.ts'
import { contentLine, explainBackup, keyFor } from './backup-words.ts'
import { CannotHelp, configOf } from './installation.ts'

let config: Config | undefined
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { identity: { type: 'string' } } })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) {
    throw new CannotHelp('npm run verify-backup -- ARCHIVO [--identity ARCHIVO]')
  }
  config = configOf(undefined)
  const summary = await verifyBackup(file, await keyFor(config, values.identity))
  console.log('✓ La copia está entera: se leyó toda, y sus cuentas y huellas coinciden.')
  console.log(contentLine(summary))
} catch (error) {
  console.error(explainBackup(error, config, 'comprueba la copia'))
  process.exitCode = error instanceof BackupError && error.code === 'damaged' ? 1 : 2
}
