// npm run doctor -- [--data DIR] [--files]: proves the history and the files of an installation, and changes nothing.
// Exits with 1 when something is wrong, with 2 when it could not look. DATABASE_URL counts as for the server.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { adviceOn } from '../apps/server/src/config-advice.ts'
import { readConfig, type Config } from '../apps/server/src/config.ts'
import { examine, type Examination } from '../apps/server/src/modules/maintenance/examine.ts'
import { startProblem } from '../apps/server/src/start-problems.ts'
import { DatabaseProblem } from '../packages/db/src/errors.ts'
import { openDatabase } from '../packages/db/src/open-database.ts'
import { openDiskStore } from '../packages/storage/src/disk-store.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }
const count = (value: number) => value.toLocaleString('es', { useGrouping: 'always' })

class CannotLook extends Error {}

function report(found: Examination, files: boolean): number {
  const { chains, events, broken, versions, missing, changed } = found
  console.log(`Historia: ${count(chains)} cadenas, ${count(events)} eventos, ${count(broken)} cadenas rotas.`)
  const read = files ? 'leídos enteros' : 'sin leerlos; --files los lee enteros'
  console.log(`Archivos: ${count(versions)} (${read}), ${count(missing)} faltan, ${count(changed)} cambiados.`)
  const problems = broken + missing + changed
  console.log(
    problems === 0 ? '✓ Todo está en orden.' : `✗ Problemas: ${count(problems)}. Recupera tu copia de respaldo.`,
  )
  return problems === 0 ? 0 : 1
}

function requireData({ dataFolder, databaseUrl }: Config): void {
  const needed = databaseUrl === undefined ? ['db', 'files'] : ['files']
  if (needed.every((folder) => existsSync(join(dataFolder, folder)))) return
  throw new CannotLook(`En ${dataFolder} no hay datos de Foja. Indica su carpeta con --data.`)
}

async function look(config: Config, files: boolean): Promise<number> {
  requireData(config)
  const folder = join(config.dataFolder, 'db')
  const database = await openDatabase({ url: config.databaseUrl, folder, logger: silent, migrate: false })
  try {
    const store = await openDiskStore(join(config.dataFolder, 'files'))
    const found = await examine(
      { db: database.kysely, store },
      {
        files,
        onBrokenChain: ({ chain, at, action }) =>
          console.log(`✗ La historia de ${chain} no encaja desde su evento ${at} (${action ?? 'falta'}).`),
        onBrokenFile: ({ kind, nombre, version, id_documento }) => {
          const what = id_documento === null ? 'plantilla' : `documento ${id_documento}`
          const happened = kind === 'missing' ? 'Falta el archivo' : 'Cambió el archivo'
          console.log(`✗ ${happened} de «${nombre}», versión ${version} (${what}).`)
        },
      },
    )
    return report(found, files)
  } finally {
    await database.close()
  }
}

function explain(error: unknown, config: Config | undefined): string {
  if (error instanceof CannotLook) return error.message
  if (error instanceof DatabaseProblem && error.code === 'database_in_use' && config !== undefined) {
    return `Foja está en marcha con la carpeta ${config.dataFolder}. Detenla, revisa, y vuelve a iniciarla.`
  }
  return startProblem(error, config) ?? String(error)
}

async function main(): Promise<number> {
  let config: Config | undefined
  try {
    const { values } = parseArgs({ options: { data: { type: 'string' }, files: { type: 'boolean', default: false } } })
    const data = values.data === undefined ? {} : { FOJA_DATA_DIR: resolve(values.data) }
    config = readConfig({ ...process.env, ...data })
    for (const advice of adviceOn(config)) console.log(advice)
    return await look(config, values.files)
  } catch (error) {
    console.error(explain(error, config))
    return 2
  }
}

process.exitCode = await main()
