import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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

/** The line that whoever starts a server with these settings would read. */
async function refusal(fields: Record<string, string>) {
  const config = configOf(fields)
  const error = await startServer({ config }).then(
    async (server) => server.close(),
    (reason: unknown) => reason,
  )
  return startProblem(error, config)
}

describe('startServer', () => {
  it('is ready, says that it waits for its first office, and starts again over the same folder', async () => {
    const first = await start()
    expect(first.setup).toEqual({ url: `${first.url}/bienvenida`, code: null })
    expect((await fetch(`${first.url}/health/ready`)).status).toBe(200)
    const keys = await stat(join(folder, 'data', 'keys', 'server.json'))
    expect(keys.mode & 0o777).toBe(0o600)
    await running.pop()?.close()
    const again = await start()
    expect(again.setup?.code).toBeNull()
  })

  it('makes the administrator that the environment names', async () => {
    const server = await start({ FOJA_ADMIN_EMAIL: 'ana@b.ec', FOJA_ADMIN_PASSWORD: 'seis gatos leen el diario' })
    expect(server.setup).toBeUndefined()
  })

  it('says in one line why it cannot start', async () => {
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
})
