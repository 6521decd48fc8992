// npm run seed -- --solicitudes 1000000: fills a stopped installation with offices, users and case files, for load tests.
// Every document is the same PDF; the history has the creation of each case file; there are no
// messages or signatures.
import { createReadStream } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { OpenDatabase } from '../packages/db/src/database-port.ts'
import { withSeal } from '../packages/db/src/history-seal.ts'
import { uniqueViolation } from '../packages/db/src/errors.ts'
import { openDatabase } from '@foja/db/open-database'
import { createRenderer } from '../packages/pdf/src/renderer.ts'
import { seedCases } from '@foja/testing/seed-cases'
import { readConfig, type Config } from '../apps/server/src/config.ts'
import { historyKey, loadKeys } from '../apps/server/src/keys.ts'
import { sealHistory } from '../apps/server/src/modules/setup/maintenance/history-job.ts'
import { markFileOf } from '../apps/server/src/modules/setup/maintenance/history-mark.ts'
import { checkInstallation, checkKeys } from '../apps/server/src/modules/setup/maintenance/installation.ts'
import { hashPassword } from '../apps/server/src/modules/identity/session/passwords.ts'
import { openStore } from '../apps/server/src/open-store.ts'
import { startProblem } from '../apps/server/src/start-problems.ts'
import { root } from './run.ts'

const sample = join(root, 'apps/server/assets/samples/arrendamiento-contrato.pdf')
const usage = 'npm run seed -- --solicitudes N [--seed 1] [--data CARPETA] (o DATABASE_URL; con Foja detenida)'

type Options = { solicitudes: number; seed: number; data: string | undefined }

/** The stored PDF that every document row refers to. */
async function storeSample(db: OpenDatabase['kysely'], config: Config) {
  const { store, mark, close } = await openStore(config)
  const renderer = await createRenderer({ threads: 1 })
  try {
    await checkInstallation({ db, store }, mark)
    const { pages, sizes } = await renderer.inspect({ path: sample })
    const { key, size, sha256 } = await store.put(createReadStream(sample), { maxBytes: 10 * 1024 * 1024 })
    return {
      blobKey: key,
      size,
      sha256,
      paginas: pages,
      pageSizes: sizes.map(({ width, height }) => ({ width, height })),
    }
  } finally {
    await renderer.close()
    await close()
  }
}

async function seed({ solicitudes, seed: number, data }: Options): Promise<void> {
  const config = readConfig({ ...process.env, ...(data === undefined ? {} : { FOJA_DATA_DIR: data }) })
  try {
    await mkdir(config.dataFolder, { recursive: true, mode: 0o700 })
    const { databaseUrl: url, dataFolder } = config
    const logger = { info: () => {}, warn: console.warn, error: console.error }
    const keys = await loadKeys(config.keyFile)
    const database = await openDatabase({ url, folder: join(dataFolder, 'db'), logger })
    try {
      const password = randomBytes(12).toString('base64url')
      const begun = performance.now()
      const db = withSeal(database.kysely, historyKey(keys))
      const file = await storeSample(db, config)
      await checkKeys(db, keys.session.id)
      await sealHistory({ db, clock: () => new Date(), markFile: markFileOf(dataFolder) })
      const { emails } = await seedCases(db, {
        solicitudes,
        seed: number,
        file,
        passwordHash: await hashPassword('seed', password),
        onProgress: (done) => console.log(`  ${done.toLocaleString('es')} solicitudes`),
      })
      console.log(
        `${solicitudes.toLocaleString('es')} solicitudes en ${Math.round((performance.now() - begun) / 1000)} s`,
      )
      console.log(`Entra con ${emails.join(', ')}; contraseña de todos: ${password}`)
    } finally {
      await database.close()
    }
  } catch (error) {
    const taken = uniqueViolation(error) !== null && `La semilla ${number} ya está cargada: elige otra con --seed.`
    console.error(taken || (startProblem(error, config) ?? error))
    process.exitCode = 1
  }
}

const { values } = parseArgs({
  options: { solicitudes: { type: 'string' }, seed: { type: 'string', default: '1' }, data: { type: 'string' } },
})
const options = { solicitudes: Number(values.solicitudes), seed: Number(values.seed), data: values.data }
const isWhole = (value: number, least: number) => Number.isSafeInteger(value) && value >= least
if (isWhole(options.solicitudes, 1) && isWhole(options.seed, 0)) await seed(options)
else {
  console.error(usage)
  process.exitCode = 2
}
