// What the commands that look after an installation have in common: whose data, the database, and what is said when it
// does not open.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig, type Config } from '../apps/server/src/config.ts'
import { startProblem } from '../apps/server/src/start-problems.ts'
import type { OpenDatabase } from '../packages/db/src/database-port.ts'
import { DatabaseProblem } from '../packages/db/src/errors.ts'
import { openDatabase } from '../packages/db/src/open-database.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** What is said, in one line, to whoever asks for something that cannot be done here. */
export class CannotHelp extends Error {}

/** The settings of the server, with the folder of `--data` where that was given. */
export const configOf = (data: string | undefined): Config =>
  readConfig({ ...process.env, ...(data === undefined ? {} : { FOJA_DATA_DIR: resolve(data) }) })

/**
 * Does `work` with the database of an installation that is there; nothing is made where there is none. `also`: another
 * folder that must be there. `migrate`: false for who only looks, or looks first.
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

/** The line for whoever ran a command that failed; `meanwhile`: what they do between stopping Foja and starting it. */
export function explain(error: unknown, config: Config | undefined, meanwhile: string): string {
  if (error instanceof CannotHelp) return error.message
  if (error instanceof DatabaseProblem && error.code === 'database_in_use' && config !== undefined) {
    return `Foja está en marcha con la carpeta ${config.dataFolder}. Detenla, ${meanwhile}, y vuelve a iniciarla.`
  }
  return startProblem(error, config) ?? (error instanceof Error ? error.message : String(error))
}
