import { prepareDatabase } from '@foja/testing/data-folder'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { startProblem } from './start-problems.ts'
import { startServer, type RunningServer } from './start-server.ts'

let folder: string
const running: RunningServer[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foja-start-'))
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
  await rm(folder, { recursive: true, force: true })
})

const configOf = (fields: Record<string, string> = {}) =>
  readConfig({ FOJA_DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'silent', ...fields })

async function start(fields: Record<string, string> = {}) {
  const server = await startServer({ config: configOf(fields) })
  running.push(server)
  return server
}

/** The error line of a start with these settings. */
async function refusal(fields: Record<string, string>) {
  const config = configOf(fields)
  const error = await startServer({ config }).then(
    async (server) => server.close(),
    (reason: unknown) => reason,
  )
  return startProblem(error, config)
}

describe('startServer', () => {
  it('is ready, announces the setup, and starts again over the same folder', async () => {
    const first = await start()
    expect(first.setup).toEqual({ url: `${first.url}/bienvenida`, code: null })
    expect((await fetch(`${first.url}/health/ready`)).status).toBe(200)
    const keys = await stat(join(folder, 'data', 'keys', 'server.json'))
    expect(keys.mode & 0o777).toBe(0o600)
    await running.pop()?.close()
    const again = await start()
    expect(again.setup?.code).toBeNull()
  })

  it('creates the administrator of the environment', async () => {
    await prepareDatabase(join(folder, 'data', 'db'))
    const server = await start({ FOJA_ADMIN_EMAIL: 'ana@b.ec', FOJA_ADMIN_PASSWORD: 'seis gatos leen el diario' })
    expect(server.setup).toBeUndefined()
  })

  it('reports in one line why it cannot start', async () => {
    for (const name of ['data', 'other', 'weak']) await prepareDatabase(join(folder, name, 'db'))
    const server = await start()
    expect(await refusal({})).toMatch(/Otra Foja ya usa la carpeta/)
    const port = new URL(server.url).port
    expect(await refusal({ FOJA_DATA_DIR: join(folder, 'other'), PORT: port })).toMatch(
      `El puerto ${port} está ocupado`,
    )
    await writeFile(join(folder, 'file'), '')
    expect(await refusal({ FOJA_DATA_DIR: join(folder, 'file', 'data') })).toMatch(/No se puede escribir en la carpeta/)
    await writeFile(join(folder, 'bad.json'), '{}')
    expect(await refusal({ FOJA_DATA_DIR: join(folder, 'other'), FOJA_KEY_FILE: join(folder, 'bad.json') })).toMatch(
      /está dañado/,
    )
    const weak = { FOJA_ADMIN_EMAIL: 'a@b.ec', FOJA_ADMIN_PASSWORD: '123456789012' }
    expect(await refusal({ FOJA_DATA_DIR: join(folder, 'weak'), ...weak })).toMatch(/^FOJA_ADMIN_PASSWORD/)
  })

  it('requires the printed code if others can reach the server, also through a proxy on this computer', async () => {
    await prepareDatabase(join(folder, 'data', 'db'))
    expect((await start({ PUBLIC_URL: 'https://foja.example' })).setup?.code).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)
  })
})

describe('starting with a database and files that do not belong together', () => {
  const key = 'ab'.repeat(32)
  const data = () => join(folder, 'data')
  const stored = () => join(data(), 'files', 'objects', 'ab', key)

  /** An installation that was started once, copied by each test. */
  let original: string
  beforeAll(async () => {
    original = await mkdtemp(join(tmpdir(), 'foja-original-'))
    await prepareDatabase(join(original, 'db'))
    const server = await startServer({ config: configOf({ FOJA_DATA_DIR: original }) })
    await server.close()
  })
  afterAll(() => rm(original, { recursive: true, force: true }))

  /** A stopped installation with one stored file without a row, which any sweep would delete. */
  async function leaveInstallation() {
    await cp(original, data(), { recursive: true })
    await mkdir(join(stored(), '..'), { recursive: true })
    await writeFile(stored(), 'a document')
  }

  it('fails over another or a new database, and deletes nothing', async () => {
    await leaveInstallation()
    const other = { FOJA_DATA_DIR: join(folder, 'other') }
    await prepareDatabase(join(folder, 'other', 'db'))
    await (await startServer({ config: configOf(other) })).close()
    await cp(join(data(), 'db'), join(folder, 'kept'), { recursive: true })

    await rm(join(data(), 'db'), { recursive: true })
    expect(await refusal({})).toMatch(/^La base de datos es nueva.*DATABASE_URL.*FOJA_DATA_DIR; no se tocó nada\.$/)
    expect(await refusal({})).toMatch(/^La base de datos es nueva/)

    await rm(join(data(), 'db'), { recursive: true })
    await cp(join(folder, 'other', 'db'), join(data(), 'db'), { recursive: true })
    expect(await refusal({})).toMatch(/son de otra base de datos/)
    expect(await readFile(stored(), 'utf8')).toBe('a document')

    await rm(join(data(), 'db'), { recursive: true })
    await cp(join(folder, 'kept'), join(data(), 'db'), { recursive: true })
    await start()
    // In the background.
    await expect.poll(() => existsSync(stored())).toBe(false)
  })

  it('fails if the database lost its completion mark', async () => {
    await leaveInstallation()
    await rm(join(data(), 'db', 'complete'))
    expect(await refusal({})).toMatch(/^La base de datos es nueva/)
    expect(await readFile(stored(), 'utf8')).toBe('a document')
  })

  it('fails without the folder of the files', async () => {
    await leaveInstallation()
    await rm(join(data(), 'files'), { recursive: true })
    expect(await refusal({})).toMatch(/no están los documentos de esta base de datos/)
  })

  it('fails with other keys once there are accounts', async () => {
    const file = join(data(), 'keys', 'server.json')
    await leaveInstallation()
    await rm(file)
    // Without accounts other keys are accepted.
    await start({ FOJA_ADMIN_EMAIL: 'ana@b.ec', FOJA_ADMIN_PASSWORD: 'seis gatos leen el diario' })
    await running.pop()?.close()
    const keys = await readFile(file)
    await rm(file)
    expect(await refusal({})).toMatch(/^El archivo de claves .* no es el de esta base de datos.*FOJA_KEY_FILE\.$/)
    await writeFile(file, keys)
    expect((await start()).setup).toBeUndefined()
  })
})
