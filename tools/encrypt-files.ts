// npm run encrypt-files -- [--data DIR]: encrypts the stored files that are not, or that are under an earlier key, with
// Foja stopped. Uses DATABASE_URL and FOJA_KEY_FILE like the server. Exits with 1 when a file could not be encrypted.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../apps/server/src/config.ts'
import { encryptFiles } from '../apps/server/src/modules/setup/maintenance/encrypt-files.ts'
import { openFileKeys } from '../apps/server/src/modules/setup/maintenance/file-keys.ts'
import { checkKeys, requireKeys } from '../apps/server/src/modules/setup/maintenance/installation.ts'
import { openStore } from '../apps/server/src/open-store.ts'
import { refuseInUse } from '../packages/db/src/in-use.ts'
import { encryptObjects } from '../packages/storage/src/encrypted-store.ts'
import { configOf, explain, withInstallation } from './installation.ts'

const count = (value: number) => value.toLocaleString('es', { useGrouping: 'always' })

async function encrypt(config: Config): Promise<number> {
  return await withInstallation(config, { files: true, migrate: false }, async ({ kysely: db }) => {
    await refuseInUse(db)
    const keys = await requireKeys(config.keyFile)
    await checkKeys(db, keys.session.id)
    const { store, close } = await openStore(config)
    const all = encryptObjects(store, await openFileKeys(db, keys, { encrypt: true }))
    const { encrypted, unchanged, failed } = await encryptFiles(all, (done) => {
      if (done % 1000 === 0) console.log(`  ${count(done)} archivos…`)
    }).finally(() => void close())
    await rm(join(config.dataFolder, 'cache'), { recursive: true, force: true })
    console.log(`✓ Archivos cifrados ahora: ${count(encrypted)}. Ya lo estaban: ${count(unchanged)}.`)
    if (failed > 0)
      console.log(`✗ No se pudieron abrir y quedan como estaban: ${count(failed)}. Ejecuta npm run doctor.`)
    if (!config.encryptFiles) console.log('  Los nuevos se guardarán sin cifrar: pon FOJA_ENCRYPT_FILES=on.')
    console.log(
      '  Se abren con la base de datos y las claves del servidor juntas: guarda copia de las dos, por separado.',
    )
    return failed === 0 ? 0 : 1
  })
}

let config: Config | undefined
try {
  const { values } = parseArgs({ options: { data: { type: 'string' } } })
  config = configOf(values.data)
  process.exitCode = await encrypt(config)
} catch (error) {
  console.error(explain(error, config, 'cifra los archivos'))
  process.exitCode = 1
}
