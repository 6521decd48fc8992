// Shared by the maintenance commands: data folder, database, and the message when it does not open.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig, type Config } from '../apps/server/src/config.ts'
import { startProblem } from '../apps/server/src/start-problems.ts'
import type { OpenDatabase } from '../packages/db/src/database-port.ts'
import { DatabaseProblem } from '../packages/db/src/errors.ts'
import { openDatabase } from '../packages/db/src/open-database.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** A one-line explanation when a command cannot run here. */
export class CannotHelp extends Error {}

/** The server's settings, with the folder of `--data` if given. */
export const configOf = (data: string | undefined): Config =>
  readConfig({ ...process.env, ...(data === undefined ? {} : { FOJA_DATA_DIR: resolve(data) }) })

/**
 * Runs `work` with the database of an existing installation; creates nothing. `also`: another folder that must exist.
 * `migrate`: false for read-only commands.
 * @throws CannotHelp, DatabaseProblem
 */
export async function withInstallation<T>(
  { dataFolder, databaseUrl }: Config,
  options: { also?: string; migrate?: boolean },
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const folder = join(dataFolder, 'db')
  const needed = [
    ...(databaseUrl === undefined ? [folder] : []),
    ...(options.also ? [join(dataFolder, options.also)] : []),
  ]
  if (!needed.every((one) => existsSync(one))) {
    throw new CannotHelp(`En ${dataFolder} no hay datos de Foja. Indica su carpeta con --data.`)
  }
  const database = await openDatabase({ url: databaseUrl, folder, logger: silent, migrate: options.migrate })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** The message of a failed command; `meanwhile`: the step between stopping and starting Foja. */
export function explain(error: unknown, config: Config | undefined, meanwhile: string): string {
  if (error instanceof CannotHelp) return error.message
  if (error instanceof DatabaseProblem && error.code === 'database_in_use' && config !== undefined) {
    return `Foja está en marcha con la carpeta ${config.dataFolder}. Detenla, ${meanwhile}, y vuelve a iniciarla.`
  }
  return startProblem(error, config) ?? (error instanceof Error ? error.message : String(error))
}
