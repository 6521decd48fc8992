// npm run doctor -- [--data DIR] [--files]: verifies the history and the files of an installation; read-only. Exits
// with 1 when something is wrong, with 2 when it could not check. Uses DATABASE_URL like the server.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { adviceOn } from '../apps/server/src/config-advice.ts'
import type { Config } from '../apps/server/src/config.ts'
import { examine, type Examination } from '../apps/server/src/modules/setup/maintenance/examine.ts'
import { openDiskStore } from '../packages/storage/src/disk-store.ts'
import { configOf, explain, withInstallation } from './installation.ts'

const count = (value: number) => value.toLocaleString('es', { useGrouping: 'always' })

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

async function look(config: Config, files: boolean): Promise<number> {
  return await withInstallation(config, { also: 'files', migrate: false }, async ({ kysely: db }) => {
    const store = await openDiskStore(join(config.dataFolder, 'files'))
    const found = await examine(
      { db, store },
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
  })
}

async function main(): Promise<number> {
  let config: Config | undefined
  try {
    const { values } = parseArgs({ options: { data: { type: 'string' }, files: { type: 'boolean', default: false } } })
    config = configOf(values.data)
    for (const advice of adviceOn(config)) console.log(advice)
    return await look(config, values.files)
  } catch (error) {
    console.error(explain(error, config, 'revisa'))
    return 2
  }
}

process.exitCode = await main()
