// npm run migrate-data -- [--to postgres://… | --to embedded] [--files-to s3 | --files-to disk] [--data DIR]: copies a
// stopped installation. --to: the database (DATABASE_URL, or the embedded one) into an empty one of the other kind.
// --files-to: the files between the data folder and the bucket of S3_*; what is there already is not copied again. The
// source stays. Exits with 1 when something was not copied.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../apps/server/src/config.ts'
import { KeyFileError } from '../apps/server/src/keys.ts'
import { BackupError } from '../apps/server/src/modules/setup/maintenance/backup/backup-error.ts'
import { copyFiles, type CopiedFiles } from '../apps/server/src/modules/setup/maintenance/backup/copy-files.ts'
import { migrateData } from '../apps/server/src/modules/setup/maintenance/backup/migrate-data.ts'
import { examine } from '../apps/server/src/modules/setup/maintenance/examine.ts'
import { markFileOf, readMark } from '../apps/server/src/modules/setup/maintenance/history-mark.ts'
import { belongTogether, InstallationError } from '../apps/server/src/modules/setup/maintenance/installation.ts'
import { openStore } from '../apps/server/src/open-store.ts'
import { openForCopy, type CopyDatabase } from '../packages/db/src/copy/copy-session.ts'
import { refuseInUse } from '../packages/db/src/in-use.ts'
import { silentLogger } from '../packages/db/src/silent-logger.ts'
import { StorageError } from '../packages/storage/src/errors.ts'
import { explainBackup, megabytes } from './backup-words.ts'
import { chainSentence, count } from './history-words.ts'
import { CannotHelp, configOf, openHistory, requireInstallation, withFiles, withInstallation } from './installation.ts'

const usage =
  'npm run migrate-data -- [--to postgres://… | --to embedded] [--files-to s3 | --files-to disk] [--data CARPETA]. ' +
  'La base de datos de ahora es la de DATABASE_URL, o la incluida; el bucket, el de S3_BUCKET.'

type Goal = { to: string | undefined; filesTo: 's3' | 'disk' | undefined }

function goalOf({ to, 'files-to': filesTo }: { to?: string; 'files-to'?: string }): Goal {
  if (to === undefined && filesTo === undefined) throw new CannotHelp(usage)
  if (to !== undefined && to !== 'embedded' && !/^postgres(?:ql)?:\/\//.test(to)) throw new CannotHelp(usage)
  if (filesTo !== undefined && filesTo !== 's3' && filesTo !== 'disk') throw new CannotHelp(usage)
  return { to, filesTo }
}

/** The settings before and after. */
function changeOf(config: Config, { to, filesTo }: Goal): { before: Config; after: Config } {
  const { s3, databaseUrl } = config
  if (filesTo !== undefined && s3 === undefined) {
    throw new CannotHelp('Pon el bucket en S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY.')
  }
  const url = to === undefined ? databaseUrl : to === 'embedded' ? undefined : to
  if (to !== undefined && url === databaseUrl) {
    throw new CannotHelp('La base de datos de origen y la de destino son la misma.')
  }
  return {
    before: { ...config, s3: filesTo === 's3' ? undefined : s3 },
    after: { ...config, databaseUrl: url, s3: filesTo === 'disk' ? undefined : s3 },
  }
}

/** Opens a database that no Foja uses, while `work` runs. */
async function withStopped<T>({ databaseUrl: url, dataFolder }: Config, work: (opened: CopyDatabase) => Promise<T>) {
  const opened = await openForCopy({ url, folder: join(dataFolder, 'db'), logger: silentLogger })
  try {
    await refuseInUse(opened.database.kysely)
    return await work(opened)
  } finally {
    await opened.database.close()
  }
}

const progressMs = 5000

/** Prints how far the copy is, now and then. */
function createProgress(): (soFar: Readonly<CopiedFiles>) => void {
  let last = Date.now()
  return ({ copied, present, bytes }) => {
    if (Date.now() - last < progressMs) return
    last = Date.now()
    console.log(`  ${count(copied + present)} archivos (${megabytes(bytes)})…`)
  }
}

async function moveFiles({ database: { kysely } }: CopyDatabase, before: Config, after: Config): Promise<void> {
  const from = await openStore(before)
  try {
    if (!(await belongTogether(kysely, from.mark))) throw new CannotHelp('La base de datos es nueva: no hay archivos.')
    const to = await openStore(after)
    try {
      const id = (await from.mark.read())!
      const { copied, present, bytes, others } = await copyFiles(from, to, { id, onFile: createProgress() })
      await refuseInUse(kysely)
      console.log(
        `✓ Archivos copiados y comparados: ${count(copied)} ahora, ${count(present)} ya estaban (${megabytes(bytes)}).`,
      )
      if (others > 0) console.log(`  En el destino hay otros ${count(others)} que ya nadie usa; Foja los borra.`)
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

async function moveDatabase(source: CopyDatabase, after: Config): Promise<void> {
  const tables = await withStopped(after, async (target) => migrateData(source, target))
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `✓ Base de datos copiada y comparada: ${count(rows)} filas de ${count(Object.keys(tables).length)} tablas.`,
  )
}

/** Like `examineCopy`; without the key file, or for the history of an earlier release, it says that it could not. */
async function verify(after: Config): Promise<number> {
  try {
    return await examineCopy(after)
  } catch (error) {
    if (!(error instanceof CannotHelp || error instanceof KeyFileError)) throw error
    console.log(`  La historia no se comprobó. ${error.message}`)
    return 0
  }
}

/** Verifies the history, and that every file of the database is there. Returns the number of faults. */
async function examineCopy(after: Config): Promise<number> {
  return await withInstallation(after, { files: true, migrate: false }, async ({ kysely }) => {
    const db = await openHistory(kysely, after)
    const found = await withFiles(after, db, async (store) =>
      examine(
        { db, store },
        {
          files: false,
          now: new Date(),
          mark: await readMark(markFileOf(after.dataFolder)),
          onBrokenChain: (broken) => console.log(`✗ ${chainSentence(broken)}`),
          onLedgerFault: () => {},
          onBrokenFile: ({ nombre, version }) => console.log(`✗ Falta el archivo de «${nombre}», versión ${version}.`),
        },
      ),
    )
    const faults = found.broken + found.ledger + found.missing + found.changed
    const sign = faults === 0 ? '✓' : '✗'
    console.log(
      `${sign} Historia: ${count(found.chains)} cadenas, ${count(found.events)} eventos; problemas: ${count(faults)}.`,
    )
    return faults
  })
}

function printNext({ to, filesTo }: Goal): void {
  const steps = [
    ...(to === undefined ? [] : [to === 'embedded' ? 'quita DATABASE_URL' : 'pon la nueva dirección en DATABASE_URL']),
    ...(filesTo === undefined
      ? []
      : [
          filesTo === 'disk'
            ? 'quita los ajustes S3_* (con FOJA_BACKUP_BUCKET, solo S3_BUCKET)'
            : 'deja puestos los ajustes S3_*',
        ]),
  ]
  console.log(`  Ahora ${steps.join(', ')}, inicia Foja y comprueba el resultado con npm run doctor -- --files.`)
  console.log('  Lo anterior quedó como estaba: bórralo después.')
}

let config: Config | undefined
let goal: Goal | undefined

/** The message of a failed command. */
function messageOf(error: unknown): string {
  if (error instanceof BackupError && error.code === 'damaged') {
    return 'Lo copiado no coincide con el original: no lo uses.'
  }
  // Errors of the disk have a cause, those of S3 none.
  const isOnDisk = error instanceof StorageError && error.cause !== undefined
  if (isOnDisk) return `No se puede leer o escribir en ${config?.dataFolder ?? 'la carpeta'}: ${error.message}`
  const isSource = error instanceof InstallationError && goal?.filesTo === 's3'
  return explainBackup(error, isSource && config ? { ...config, s3: undefined } : config, 'copia los datos')
}

try {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, 'files-to': { type: 'string' }, data: { type: 'string' } },
  })
  goal = goalOf(values)
  config = configOf(values.data)
  const { before, after } = changeOf(config, goal)
  requireInstallation(before, goal.filesTo !== undefined)
  await withStopped(before, async (source) => {
    // The files first: they can be copied again, and a database only into an empty one.
    if (goal?.filesTo !== undefined) await moveFiles(source, before, after)
    if (goal?.to !== undefined) await moveDatabase(source, after)
  })
  if ((await verify(after)) > 0) {
    console.log('  npm run doctor dice más. Lo anterior quedó como estaba.')
    process.exitCode = 1
  } else printNext(goal)
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
