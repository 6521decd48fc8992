// npm run migrate-data -- --to postgres://… | --to embedded [--data DIR]: copies the database of a stopped installation
// (DATABASE_URL, or the embedded one) into an empty one of the other kind; the files stay where they are. Exits with 1
// when nothing was copied.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../apps/server/src/config.ts'
import { BackupError } from '../apps/server/src/modules/setup/maintenance/backup/backup-error.ts'
import { migrateData } from '../apps/server/src/modules/setup/maintenance/backup/migrate-data.ts'
import { openForCopy, type CopyDatabase } from '../packages/db/src/copy/copy-session.ts'
import { refuseInUse } from '../packages/db/src/in-use.ts'
import { explainBackup } from './backup-words.ts'
import { count } from './history-words.ts'
import { CannotHelp, configOf, requireInstallation } from './installation.ts'
import { silentLogger } from '../packages/db/src/silent-logger.ts'

const usage =
  'npm run migrate-data -- --to postgres://… (o --to embedded, con DATABASE_URL en la de ahora) [--data CARPETA]'

/** Opens a database that no Foja uses, while `work` runs. */
async function withStopped<T>(url: string | undefined, folder: string, work: (opened: CopyDatabase) => Promise<T>) {
  const opened = await openForCopy({ url, folder, logger: silentLogger })
  try {
    await refuseInUse(opened.database.kysely)
    return await work(opened)
  } finally {
    await opened.database.close()
  }
}

async function migrate(config: Config, to: string): Promise<void> {
  const { databaseUrl, dataFolder } = config
  const url = to === 'embedded' ? undefined : to
  if (url === databaseUrl) throw new CannotHelp('La base de datos de origen y la de destino son la misma.')
  const folder = join(dataFolder, 'db')
  const tables = await withStopped(databaseUrl, folder, async (source) =>
    withStopped(url, folder, async (target) => migrateData(source, target)),
  )
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `✓ Base de datos copiada y comparada: ${count(rows)} filas de ${count(Object.keys(tables).length)} tablas.`,
  )
  console.log(
    url === undefined
      ? '  Quita DATABASE_URL, e inicia Foja. Los archivos siguen donde estaban.'
      : '  Pon la nueva dirección en DATABASE_URL, e inicia Foja. Los archivos siguen donde estaban.',
  )
  console.log(
    '  Comprueba el resultado con npm run doctor -- --files. La base anterior quedó como estaba: bórrala después.',
  )
}

let config: Config | undefined
try {
  const { values } = parseArgs({ options: { to: { type: 'string' }, data: { type: 'string' } } })
  const { to } = values
  if (to === undefined || !(to === 'embedded' || /^postgres(?:ql)?:\/\//.test(to))) throw new CannotHelp(usage)
  config = configOf(values.data)
  requireInstallation(config)
  await migrate(config, to)
} catch (error) {
  const isDifferent = error instanceof BackupError && error.code === 'damaged'
  console.error(
    isDifferent
      ? 'Lo copiado no coincide con el original: no lo uses.'
      : explainBackup(error, config, 'copia los datos'),
  )
  process.exitCode = 1
}
