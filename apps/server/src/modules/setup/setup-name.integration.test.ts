import { afterEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Returns the error code; undefined if the office was created. */
async function setUp({ app }: TestServer, host: string): Promise<string | undefined> {
  const admin = { nombre: 'Lucía', email: 'lucia@b.ec', password: 'seis gatos leen el diario' }
  const payload = { company: { nombre: 'Cóndor' }, admin, sample_data: false }
  const answer = await app.inject({ method: 'POST', url: '/api/v1/setup/', headers: { host }, payload })
  return answer.json<{ code?: string }>().code
}

it.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
  'setup without a code works at %s',
  async (host) => {
    server = await startTestServer()
    for (const elsewhere of ['evil.example:3000', '127.0.0.1.evil.example', '192.168.1.7', 'localhost.evil.example']) {
      expect(await setUp(server, elsewhere), elsewhere).toBe('setup_elsewhere')
    }
    expect(await setUp(server, host)).toBeUndefined()
  },
)

it('setup with a code works at any name', async () => {
  server = await startTestServer({ setupCode: 'ABCDE-FGHJK', config: { publicUrl: undefined, host: '0.0.0.0' } })
  expect(await setUp(server, 'foja.oficina.ec')).toBe('setup_code_wrong')
})
