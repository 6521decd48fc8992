// npm run rotate-keys -- [--data DIR]: changes the keys of the server for new ones, with Foja stopped. DATABASE_URL and
// FOJA_KEY_FILE count as for the server. Exits with 1 when nothing was changed.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig, type Config } from '../apps/server/src/config.ts'
import { rotateKeys, type Rotated } from '../apps/server/src/modules/maintenance/rotate-keys.ts'
import { startProblem } from '../apps/server/src/start-problems.ts'
import { DatabaseProblem } from '../packages/db/src/errors.ts'
import { isInUse } from '../packages/db/src/in-use.ts'
import { openDatabase } from '../packages/db/src/open-database.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** What whoever looks after the office has to do now, a line each. */
function consequences(counts: Rotated): string[] {
  const { shares, links, withoutCodes, unopened } = counts
  const lines = [
    `  Siguen igual para las personas: ${counts.signers} firmas guardadas, ${counts.secondFactors} verificaciones en dos pasos y ${counts.tsaPasswords} contraseñas de sellado de tiempo.`,
  ]
  if (shares > 0) {
    lines.push(
      `  Enlaces de documentos con otra dirección: ${shares}. Quien los compartió copia la nueva del documento.`,
    )
  }
  if (links > 0) lines.push(`  Invitaciones y enlaces de contraseña que ya no abren: ${links}. Envíalos otra vez.`)
  if (withoutCodes > 0) {
    lines.push(`  Personas sin códigos de recuperación: ${withoutCodes}. Cada una hace otros en su perfil.`)
  }
  if (unopened > 0) lines.push(`  Quedan ${unopened} que tampoco se abrían con las claves anteriores.`)
  return lines
}

async function rotate(config: Config): Promise<void> {
  const folder = join(config.dataFolder, 'db')
  if (config.databaseUrl === undefined && !existsSync(folder)) {
    throw new Error(`En ${config.dataFolder} no hay datos de Foja. Indica su carpeta con --data.`)
  }
  const database = await openDatabase({ url: config.databaseUrl, folder, logger: silent })
  try {
    if (await isInUse(database.kysely)) throw new DatabaseProblem('database_in_use', 'a Foja runs on this database')
    const { counts, kept } = await rotateKeys(database.kysely, config.keyFile, new Date())
    console.log(
      counts === null ? '✓ Se terminó el cambio de claves que se quedó a medias.' : '✓ Claves del servidor cambiadas.',
    )
    for (const line of counts === null ? [] : consequences(counts)) console.log(line)
    console.log(`  Guarda una copia de ${config.keyFile} aparte de los datos.`)
    console.log(
      `  Las claves anteriores están en ${kept}: las copias de respaldo de antes solo se abren con ellas. Guárdalas con esas copias, o bórralas.`,
    )
  } finally {
    await database.close()
  }
}

function explain(error: unknown, config: Config | undefined): string {
  if (error instanceof DatabaseProblem && error.code === 'database_in_use') {
    return 'Foja está en marcha con estos datos. Detenla, cambia las claves, y vuelve a iniciarla; no se cambió nada.'
  }
  return startProblem(error, config) ?? (error instanceof Error ? error.message : String(error))
}

let config: Config | undefined
try {
  const { values } = parseArgs({ options: { data: { type: 'string' } } })
  const data = values.data === undefined ? {} : { FOJA_DATA_DIR: resolve(values.data) }
  config = readConfig({ ...process.env, ...data })
  await rotate(config)
} catch (error) {
  console.error(explain(error, config))
  process.exitCode = 1
}
