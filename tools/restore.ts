// npm run restore -- FILE|s3:NAME [--identity FILE] [--data DIR]: restores a backup into an empty installation, with Foja
// stopped. Uses DATABASE_URL, FOJA_KEY_FILE and FOJA_BACKUP_PASSPHRASE. Exits with 1 when nothing was restored.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../apps/server/src/config.ts'
import { findKeys } from '../apps/server/src/keys.ts'
import type { ArchivePlace } from '../apps/server/src/modules/setup/maintenance/backup/archive-place.ts'
import type { BackupKey } from '../apps/server/src/modules/setup/maintenance/backup/read-archive.ts'
import { restoreBackup } from '../apps/server/src/modules/setup/maintenance/backup/restore-backup.ts'
import { markFileOf, writeMark } from '../apps/server/src/modules/setup/maintenance/history-mark.ts'
import { openStore } from '../apps/server/src/open-store.ts'
import { openForCopy, type CopySession } from '../packages/db/src/copy/copy-session.ts'
import { refuseInUse } from '../packages/db/src/in-use.ts'
import { archiveFor, contentLine, explainBackup, keyFor } from './backup-words.ts'
import { CannotHelp, configOf, refuseRoot } from './installation.ts'
import { silentLogger } from '../packages/db/src/silent-logger.ts'

/** The last root of the restored history: from then on, a database put back to an earlier state is noticed. */
async function markHistory(session: CopySession, file: string): Promise<void> {
  const [root] = await session.query<{ no: number; hash: string }>(
    'select no, hash from history_root order by no desc limit 1',
  )
  if (root !== undefined) await writeMark(file, root)
}

async function restore(config: Config, place: ArchivePlace, key: BackupKey): Promise<void> {
  refuseRoot(config)
  const { dataFolder, databaseUrl, keyFile } = config
  const keys = await findKeys(keyFile)
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const files = await openStore(config)
  const copyDatabase = await openForCopy({ url: databaseUrl, folder: join(dataFolder, 'db'), logger: silentLogger })
  try {
    await refuseInUse(copyDatabase.database.kysely)
    const target = {
      copyDatabase,
      store: files.store,
      keys: keys?.session.id ?? null,
      unfinished: join(dataFolder, 'restore-unfinished'),
      writeMarks: async (session: CopySession, head: { installation: string | null; migrations: string[] }) => {
        if (head.installation !== null) await files.mark.write(head.installation)
        if (head.migrations.some((name) => name.endsWith('history-seals')))
          await markHistory(session, markFileOf(dataFolder))
      },
    }
    const summary = await restoreBackup(target, place, key)
    console.log(`✓ Copia recuperada en ${dataFolder}.`)
    console.log(contentLine(summary))
    if (keys === null) {
      console.log(
        `  Antes de iniciar Foja, pon tu copia del archivo de claves en ${keyFile}: no está en la copia de respaldo.`,
      )
    }
    console.log('  Comprueba el resultado: npm run doctor -- --files')
    console.log('  Los correos que estaban por salir saldrán al iniciar Foja.')
  } finally {
    await copyDatabase.database.close()
    await files.close()
  }
}

let config: Config | undefined
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { data: { type: 'string' }, identity: { type: 'string' } },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1)
    throw new CannotHelp('npm run restore -- ARCHIVO|s3:NOMBRE [--identity ARCHIVO]')
  config = configOf(values.data)
  await restore(config, archiveFor(config, file), await keyFor(config, values.identity))
} catch (error) {
  console.error(explainBackup(error, config, 'recupera la copia'))
  process.exitCode = 1
}
