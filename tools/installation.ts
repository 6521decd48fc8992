// Shared by the maintenance commands: data folder, database, files, and the message when one does not open.
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig, type Config } from '../apps/server/src/config.ts'
import { findKeys, historyKey } from '../apps/server/src/keys.ts'
import { openFileKeys } from '../apps/server/src/modules/setup/maintenance/file-keys.ts'
import { markFileOf, readMark } from '../apps/server/src/modules/setup/maintenance/history-mark.ts'
import { hasKeys, requireKeys, WrongKeysError } from '../apps/server/src/modules/setup/maintenance/installation.ts'
import { openStore } from '../apps/server/src/open-store.ts'
import { startProblem } from '../apps/server/src/start-problems.ts'
import type { OpenDatabase } from '../packages/db/src/database-port.ts'
import { DatabaseProblem } from '../packages/db/src/errors.ts'
import { withSeal } from '../packages/db/src/history-seal.ts'
import { openDatabase } from '@foja/db/open-database'
import { isHistorySealed } from '../packages/db/src/seal-history.ts'
import { encryptObjects, type EncryptedStore, type FileKeys } from '../packages/storage/src/encrypted-store.ts'
import { silentLogger } from '../packages/db/src/silent-logger.ts'

/** A one-line explanation when a command cannot run here. */
export class CannotHelp extends Error {}

/** The server's settings, with the folder of `--data` if given. */
export const configOf = (data: string | undefined): Config =>
  readConfig({ ...process.env, ...(data === undefined ? {} : { FOJA_DATA_DIR: resolve(data) }) })

/**
 * Throws `CannotHelp` if root would work on the data of another user: its files would be of root, and Foja could not
 * open them. `user`: who runs the command.
 */
export function refuseRoot({ dataFolder }: Pick<Config, 'dataFolder'>, user = process.getuid?.()): void {
  // A folder that was lent to a Foja of root, such as a mount, has files of root.
  const owned = [join(dataFolder, 'files'), dataFolder].find((path) => existsSync(path))
  if (user !== 0 || owned === undefined) return
  const owner = statSync(owned).uid
  if (owner === 0) return
  throw new CannotHelp(
    `Los datos de ${dataFolder} son del usuario ${owner} y esta orden se ejecuta como root: dejaría archivos que Foja no podría abrir. ` +
      'Ejecútala con ese usuario, como dice docs/administracion/mantenimiento.md.',
  )
}

/** Throws `CannotHelp` if there is no installation, or as `refuseRoot`. `files`: their folder must exist, too. */
export function requireInstallation(config: Config, files = false): void {
  refuseRoot(config)
  const { dataFolder, databaseUrl, s3 } = config
  const needed = [...(databaseUrl === undefined ? ['db'] : []), ...(files && s3 === undefined ? ['files'] : [])]
  if (needed.every((one) => existsSync(join(dataFolder, one)))) return
  throw new CannotHelp(`En ${dataFolder} no hay datos de Foja. Indica su carpeta con --data.`)
}

/**
 * Runs `work` with the database of an existing installation; creates nothing. `files`: it needs their folder, too.
 * `migrate`: false for read-only commands.
 * @throws CannotHelp, DatabaseProblem
 */
export async function withInstallation<T>(
  config: Config,
  options: { files?: boolean; migrate?: boolean },
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  requireInstallation(config, options.files)
  const { dataFolder, databaseUrl: url } = config
  const database = await openDatabase({
    url,
    folder: join(dataFolder, 'db'),
    logger: silentLogger,
    migrate: options.migrate,
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Runs `work` with the files of an installation, readable whether encrypted or not. New ones are not encrypted. */
export async function withFiles<T>(
  config: Config,
  db: OpenDatabase['kysely'],
  work: (store: EncryptedStore) => Promise<T>,
): Promise<T> {
  const { store, close } = await openStore(config)
  try {
    const keys = await findKeys(config.keyFile)
    const none: FileKeys = { current: null, find: async () => null }
    return await work(encryptObjects(store, keys === null ? none : await openFileKeys(db, keys, { encrypt: false })))
  } finally {
    await close()
  }
}

/**
 * The handle that verifies the seals of the history, which needs the key file of this database.
 * @throws CannotHelp, KeyFileError, WrongKeysError
 */
export async function openHistory(
  db: OpenDatabase['kysely'],
  { keyFile, dataFolder }: Config,
): Promise<OpenDatabase['kysely']> {
  const keys = await requireKeys(keyFile)
  if (!(await hasKeys(db, keys.session.id))) throw new WrongKeysError()
  if (!(await isHistorySealed(db))) {
    const mark = await readMark(markFileOf(dataFolder))
    throw new CannotHelp(
      mark === null
        ? 'El historial es de una versión anterior y no tiene sellos: inicia Foja una vez, y repite.'
        : `El historial no consta como sellado, pero files/history.json anota su raíz ${mark.no}: alguien quitó los sellos de la base de datos, o la base es más antigua que los archivos. ` +
            'Recupera tu copia de respaldo. Si tú recuperaste una copia de antes de los sellos, borra files/history.json, inicia Foja una vez, y repite.',
    )
  }
  return withSeal(db, historyKey(keys))
}

/** The message of a failed command; `meanwhile`: the step between stopping and starting Foja. */
export function explain(error: unknown, config: Config | undefined, meanwhile: string): string {
  if (error instanceof CannotHelp) return error.message
  if (error instanceof DatabaseProblem && error.code === 'database_in_use' && config !== undefined) {
    return `Foja está en marcha con la carpeta ${config.dataFolder}. Detenla, ${meanwhile}, y vuelve a iniciarla.`
  }
  return startProblem(error, config) ?? (error instanceof Error ? error.message : String(error))
}
