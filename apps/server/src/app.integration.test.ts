import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/test-server.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** A server whose log lines are recorded. */
async function start(publicUrl: string | undefined, level = 'info') {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const started = await startTestServer({ config: { publicUrl, host: '127.0.0.1' }, logger: { level, stream } })
  server = started
  return { started, lines, ask: async (path: string, init?: RequestInit) => fetch(`${started.origin}${path}`, init) }
}

describe('the log', () => {
  it('contains the route of a request, never the token in its path', async () => {
    const { lines, ask } = await start(undefined)
    const token = 'secret'.repeat(12)
    await ask(`/api/v1/file/${token}/`)
    await ask(`/api/v1/page_image/${token}/`)
    await ask(`/api/v1/file/${token}/`, { method: 'POST' })
    await ask(`/api/v1/file/${token}`)
    const log = lines.join('')
    expect(log).toMatch(/"path":"\/api\/v1\/file\/:token\/"/)
    expect(log).toMatch(/"path":"\/api\/v1\/page_image\/:token\/"/)
    expect(log).toMatch(/"path":"\/api\/v1\/file\/…/)
    expect(log).not.toContain('secretsecret')
  })

  it('is limited: of many refusals in a minute it contains the first, and then the number of the others', async () => {
    const { started, lines, ask } = await start(undefined, 'warn')
    started.advance(60_000 - (Date.now() % 60_000))
    for (let i = 0; i < 150; i += 1) await ask('/api/v1/details_users/')
    started.advance(60_000)
    await ask('/health/live')
    const logged = () => lines.map((line) => JSON.parse(line) as { msg: string; leftOut?: number })
    await expect
      .poll(() => logged().at(-1))
      .toMatchObject({ msg: 'more refusals than are logged one by one', leftOut: 30 })
    expect(logged()).toHaveLength(121)
  })
})

describe('the client address', () => {
  /** Keys of the setup throttle after one request from 203.0.113.7 through a proxy. */
  async function counted(publicUrl: string | undefined) {
    const { started, ask } = await start(publicUrl)
    const body = JSON.stringify({
      company: { nombre: 'Cóndor' },
      admin: { nombre: 'Lucía', email: 'lucia@b.ec', password: 'seis gatos leen el diario' },
      sample_data: false,
    })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' }
    await ask('/api/v1/setup/', { method: 'POST', headers, body })
    const rows = await started.deps.db.selectFrom('throttle').select('key').execute()
    return rows.map((row) => row.key)
  }
  const keyOf = (ip: string) => `setup:${createHash('sha256').update(ip).digest('base64url')}`

  it('comes from the proxy on this computer if there is one', async () => {
    expect(await counted('https://foja.example')).toEqual([keyOf('203.0.113.7')])
  })

  it('is not taken from headers of other clients', async () => {
    expect(await counted(undefined)).toEqual([keyOf('127.0.0.1')])
  })

  it('comes from a configured remote proxy, as far as that one knows it', async () => {
    const config = { publicUrl: 'https://foja.example', host: '0.0.0.0', trustedProxies: ['172.18.0.0/24'] }
    server = await startTestServer({ config })
    const { app, deps } = server
    const ask = async (remoteAddress: string) => {
      const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }
      await app.inject({
        method: 'GET',
        url: '/api/v1/verify_code/?codigo=AAAA-AAAA-AAAA-AAAA',
        remoteAddress,
        headers,
      })
      const [row] = await deps.db.deleteFrom('throttle').returning('key').execute()
      return row?.key.slice('verify code:'.length)
    }
    const digestOf = (ip: string) => createHash('sha256').update(ip).digest('base64url')
    expect(await ask('172.18.0.2')).toBe(digestOf('203.0.113.7'))
    expect(await ask('::ffff:172.18.0.2')).toBe(digestOf('203.0.113.7'))
    expect(await ask('172.18.1.2')).toBe(digestOf('172.18.1.2'))
  })
})
