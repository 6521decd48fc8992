// npm run verify-backup -- FILE|s3:NAME [--identity FILE]: reads a whole backup and compares its counts and hashes,
// without a database; s3: alone lists those of the bucket. Uses FOJA_BACKUP_PASSPHRASE. Exits with 1 when the backup is not whole, with 2 when it could not check.
import { parseArgs } from 'node:util'
import type { Config } from '../apps/server/src/config.ts'
import { listBackups } from '../apps/server/src/modules/setup/maintenance/backup/archive-place.ts'
import { BackupError } from '../apps/server/src/modules/setup/maintenance/backup/backup-error.ts'
import { verifyBackup } from '../apps/server/src/modules/setup/maintenance/backup/read-archive.ts'
import { archiveFor, bucketFor, bucketPrefix, contentLine, explainBackup, keyFor } from './backup-words.ts'
import { CannotHelp, configOf } from './installation.ts'

let config: Config | undefined
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { identity: { type: 'string' } } })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) {
    throw new CannotHelp('npm run verify-backup -- ARCHIVO|s3:NOMBRE [--identity ARCHIVO]')
  }
  config = configOf(undefined)
  if (file === bucketPrefix) {
    for (const name of await listBackups(bucketFor(config))) console.log(`${bucketPrefix}${name}`)
  } else {
    const summary = await verifyBackup(archiveFor(config, file), await keyFor(config, values.identity))
    console.log('✓ La copia está entera: se leyó toda, y sus cuentas y huellas coinciden.')
    console.log(contentLine(summary))
  }
} catch (error) {
  console.error(explainBackup(error, config, 'comprueba la copia'))
  process.exitCode = error instanceof BackupError && error.code === 'damaged' ? 1 : 2
}
