import fastify from 'fastify'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bodyOf, expectProblem, signedIn, openOffice } from '../../test/office.ts'
import { addCompany, startTestServer, type TestServer } from '../../test/test-server.ts'
import { readableLog } from '../../test/traces.ts'
import { limitConnections } from './connections.ts'
import { usualLimits } from './limits.ts'

const json = 'content-type: application/json'
const publicCall = 'POST /api/v1/check_link/ HTTP/1.1'
const userCall = 'PUT /api/v1/update_profile/ HTTP/1.1'

/** A client that writes HTTP itself, to send half of it. */
class RawClient {
  readonly socket: Socket
  readonly closed: Promise<void>
  text = ''

  constructor(origin: string, from = '127.0.0.1') {
    this.socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', localAddress: from })
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()))
    this.socket.on('data', (chunk: Buffer) => (this.text += chunk.toString()))
    this.socket.on('error', () => {})
  }

  send(lines: string[], body = ''): this {
    this.socket.write(`${[...lines, 'host: x', '', ''].join('\r\n')}${body}`)
    return this
  }

  /** Status of the first answer; its headers and body are in `text`. */
  async status(): Promise<number> {
    await expect.poll(() => this.text).toMatch(/\r\n\r\n/)
    return Number(this.text.slice(9, 12))
  }
}

const clients: RawClient[] = []
afterEach(async () => {
  for (const { socket } of clients) socket.destroy()
  await Promise.all(clients.splice(0).map(({ closed }) => closed))
})
function open({ origin }: Pick<TestServer, 'origin'>, from?: string): RawClient {
  const client = new RawClient(origin, from)
  clients.push(client)
  return client
}

/** A clock that stands still, so that a minute of a counter does not end within a test. */
const began = new Date()
const log = readableLog()
let looked = () => {}
const clock = () => {
  looked()
  return new Date()
}
const limits = { connectionsPerAddress: 4 }
const office = await openOffice({ clock, limits, logger: { ...log.logger, level: 'debug' } })

const post = (body: string) =>
  fetch(`${office.server.origin}/api/v1/check_link/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
const bearer = () => `authorization: Bearer ${office.usuario.token}`

describe('the body of a request', () => {
  it('of a public call is refused above 16 KB before it is read', async () => {
    await expectProblem(await post(`{"token":"${'x'.repeat(16_384 - 12)}"}`), 400, 'validation_failed')
    const client = open(office.server).send([publicCall, json, 'content-length: 16385'])
    expect(await client.status()).toBe(413)
    expect(client.text).toContain('"code":"payload_too_large"')
  })

  it('of a chunked public call is refused after 16 KB', async () => {
    const client = open(office.server).send([publicCall, json, 'transfer-encoding: chunked'])
    client.socket.write(`8000\r\n${'x'.repeat(0x8000)}\r\n`)
    expect(await client.status()).toBe(413)
  })

  it('of an unknown path is refused above 16 KB', async () => {
    const client = open(office.server).send(['POST /api/v1/nothing/ HTTP/1.1', json, 'content-length: 16385'])
    expect(await client.status()).toBe(413)
  })

  it('is not waited for without a valid session, whether JSON or a file', async () => {
    for (const type of [json, 'content-type: multipart/form-data; boundary=x']) {
      for (const token of ['x: y', 'authorization: Bearer a.b.c']) {
        const client = open(office.server).send([userCall, type, token, 'content-length: 1000'], '{')
        expect(await client.status()).toBe(401)
        expect(client.text).toMatch(/^connection: close\r$/m)
        await client.closed
      }
    }
  })

  it('of a user is refused above 1 MB before it is read', async () => {
    const client = open(office.server).send([userCall, json, bearer(), `content-length: ${1024 * 1024 + 1}`])
    expect(await client.status()).toBe(413)
  })

  it('has no effect if its sender signed out before it was complete', async () => {
    const { id, nombre } = await bodyOf<{ id: string; nombre: string }>(
      await office.colega.put('/api/v1/update_profile/', { nombre: 'Camilo Colega' }),
      200,
    )
    const body = JSON.stringify({ nombre: 'Otro Nombre' })
    // The clock is read once for the token and once for the session.
    let looks = 0
    const known = new Promise<void>((resolve) => (looked = () => ((looks += 1) === 2 ? resolve() : undefined)))
    const token = `authorization: Bearer ${office.colega.token}`
    const client = open(office.server).send([userCall, json, token, `content-length: ${body.length}`])
    await known
    looked = () => {}
    const { db } = office.server.deps
    await db.deleteFrom('session').where('id_user', '=', id).execute()
    client.socket.write(body)
    expect(await client.status()).toBe(401)
    expect(await db.selectFrom('app_user').where('id', '=', id).select('nombre').executeTakeFirst()).toEqual({ nombre })
  })
})

describe('a hostile JSON body', () => {
  const asUser = (body: string) =>
    office.usuario.call('/api/v1/update_profile/', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body,
    })
  const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join(',')}}`

  it('gets at most 20 errors, with names of at most 200 characters', async () => {
    const { errors } = await expectProblem(await post(keys(900)), 400, 'validation_failed')
    expect(errors).toHaveLength(20)
    const long = await expectProblem(await post(`{"${'k'.repeat(5000)}":0}`), 400, 'validation_failed')
    expect(Math.max(...long.errors!.map(({ field }) => field.length))).toBe(200)
  })

  it('is refused with too many values: 1,000 in a public call, 20,000 of a user', async () => {
    await expectProblem(await post(keys(1001)), 400, 'malformed_request')
    await expectProblem(await asUser(keys(19_000)), 400, 'validation_failed')
    await expectProblem(await asUser(keys(20_001)), 400, 'malformed_request')
  })

  it('is refused with more than 32 levels', async () => {
    const nested = (levels: number) => `{"nombre":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    await expectProblem(await asUser(nested(32)), 400, 'validation_failed')
    await expectProblem(await asUser(nested(33)), 400, 'malformed_request')
  })

  it('may contain brackets, commas and quotation marks in texts', async () => {
    const nombre = `${'[{,'.repeat(40)} \\"[\\\\`
    expect((await asUser(`{"nombre":"${nombre}"}`)).status).toBe(200)
  })
})

describe('connections of one address', () => {
  it('are limited, without an effect on other addresses', async () => {
    const from = '127.0.0.9'
    const held = Array.from({ length: 4 }, () => open(office.server, from).send(['GET / HTTP/1.1', 'x: y'], ''))
    for (const client of held) await client.status()
    log.clear()
    for (let i = 0; i < 7; i += 1) {
      const refused = open(office.server, from)
      expect(await refused.status()).toBe(429)
      expect(refused.text).toMatch(/^retry-after: \d+\r$/m)
      await refused.closed
    }
    // The other two are counted in one line, a minute later.
    expect(log.text().match(/refused a connection/g)).toHaveLength(5)
    const ready = ['GET /health/live HTTP/1.1']
    expect(await open(office.server, '127.0.0.8').send(ready).status()).toBe(200)
    held[0]!.socket.destroy()
    await held[0]!.closed
    await expect.poll(async () => await open(office.server, from).send(ready).status()).toBe(200)
  })

  it('are limited per period', async () => {
    const limits = { newConnections: { tries: 3, seconds: 1 } }
    const server = await startTestServer({ limits, clock: () => began })
    try {
      const statuses: number[] = []
      for (let i = 0; i < 4; i += 1) {
        const client = open(server).send(['GET /health/live HTTP/1.1', 'connection: close'])
        statuses.push(await client.status())
        await client.closed
      }
      expect(statuses).toEqual([200, 200, 200, 429])
      expect(await open(server, '127.0.0.8').send(['GET /health/live HTTP/1.1']).status()).toBe(200)
    } finally {
      await server.close()
    }
  })
})

describe('a client that is too slow', () => {
  let server: TestServer
  let webFolder: string
  beforeAll(async () => {
    webFolder = await mkdtemp(join(tmpdir(), 'foja-web-'))
    // Time for headers that a busy computer needs to send them; the other tests of this group send theirs at once.
    const limits = { jsonMs: 200, headersMs: 2000, checkMs: 50, lingerMs: 200, idleResponseMs: 200 }
    server = await startTestServer({ webFolder, limits })
  })
  afterAll(async () => {
    await server.close()
    await rm(webFolder, { recursive: true })
  })

  it('with its JSON body gets 408, and the connection is closed', async () => {
    const client = open(server).send([publicCall, json, 'content-length: 20'], '{')
    expect(await client.status()).toBe(408)
    expect(client.text).toContain('"code":"request_timeout"')
    await client.closed
  })

  it('with the rest of a body after its answer is disconnected, a user later than a stranger', async () => {
    const { token } = await signedIn(server, { role: 'usuario', id_company: await addCompany(server, 'Oficina') })
    const settings = 'PUT /api/v1/signing_settings/ HTTP/1.1'
    const client = open(server).send([settings, json, `authorization: Bearer ${token}`, 'content-length: 1000'], '{')
    expect(await client.status()).toBe(403)
    expect(client.text).toMatch(/^connection: keep-alive\r$/im)
    await client.closed
  })

  it('in taking a response is disconnected', async () => {
    const file = join(webFolder, 'large.bin')
    await writeFile(file, '')
    await truncate(file, 64 * 1024 * 1024)
    const http = server.app.server
    const connections = promisify(http.getConnections.bind(http))
    const count = async () => await connections()
    http.closeAllConnections()
    await expect.poll(count).toBe(0)
    const client = open(server).send(['GET /large.bin HTTP/1.1'])
    await client.status()
    client.socket.pause()
    await expect.poll(count).toBe(0)
    expect(client.text.length).toBeLessThan(64 * 1024 * 1024)
  })

  it('with its headers gets 408, and the connection is closed', async () => {
    const client = open(server)
    client.socket.write(`${publicCall}\r\nhost: x\r\n`)
    expect(await client.status()).toBe(408)
    await client.closed
    // Nothing at all was sent.
    await open(server).closed
  })
})

it('a client that is silent for a moment before its request is answered', async () => {
  const client = open(office.server)
  await delay(700)
  client.socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(await client.status()).toBe(200)
})

it('an upload that does not end does not keep the server from stopping', async () => {
  const server = await startTestServer({ limits: { closeMs: 300 } })
  const { token } = await signedIn(server, { role: 'usuario', id_company: await addCompany(server, 'Oficina') })
  const form = 'content-type: multipart/form-data; boundary=b'
  const part = '--b\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7'
  const upload = 'POST /api/v1/upload_document/ HTTP/1.1'
  const client = open(server).send([upload, form, `authorization: Bearer ${token}`, 'content-length: 9000'], part)
  await expect.poll(() => client.socket.bytesWritten).toBeGreaterThan(part.length)
  await server.close()
  await client.closed
  expect(client.text).toBe('')
})

it('an answer that ends while the server stops does not keep its connection open', { timeout: 30_000 }, async () => {
  const app = fastify({ forceCloseConnections: 'idle' })
  const config = { publicUrl: undefined, host: '127.0.0.1' }
  limitConnections(app, usualLimits, { clock, config, goingAway: new AbortController().signal })
  const body = new PassThrough()
  app.get('/', async (_request, reply) => reply.header('content-length', 2).send(body))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const client = open({ origin }).send(['GET / HTTP/1.1'])
  body.write('ok')
  await expect.poll(() => client.text).toContain('\r\n\r\nok')
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  body.end()
  await client.closed
  await closed
})

it('a client that leaves within its request is a line at debug level, without a stack', async () => {
  log.clear()
  const unfinished = open(office.server).send([publicCall, json, 'content-length: 20'], '{')
  const upload = ['content-type: multipart/form-data; boundary=x', bearer(), 'content-length: 2000']
  const part = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7'
  const half = open(office.server).send(['POST /api/v1/upload_signer/ HTTP/1.1', ...upload], part)
  const headers = open(office.server)
  headers.socket.write(`${publicCall}\r\nhost`)
  await expect.poll(() => log.text()).toContain('starting multipart parsing')
  for (const { socket } of [unfinished, half, headers]) socket.end()
  const lines = () =>
    log
      .text()
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { level: number; msg: string }]))
  await expect.poll(() => lines().filter(({ msg }) => msg.startsWith('the client left before')).length).toBe(2)
  expect(lines().filter(({ level }) => level > 20)).toEqual([])
  expect(log.text()).not.toContain('"stack"')
})

describe('behind a trusted proxy', () => {
  let server: TestServer
  beforeAll(async () => {
    const limits = {
      connectionsPerAddress: 2,
      requestsPerAddress: 3,
      bodyBytesPerAddress: 40_000,
      publicCalls: { tries: 5, seconds: 60 },
    }
    const config = { publicUrl: 'https://foja.example', host: '127.0.0.1' }
    server = await startTestServer({ config, limits, clock: () => began })
  })
  afterAll(() => server.close())

  const unfinished = (address: string, size: number) =>
    open(server).send([publicCall, json, `x-forwarded-for: ${address}`, `content-length: ${size}`])
  const live = async (address: string) =>
    await open(server)
      .send(['GET /health/live HTTP/1.1', `x-forwarded-for: ${address}`])
      .status()

  it('requests in progress are limited per client, not per connection of the proxy', async () => {
    const held = [10, 10, 10].map((size) => unfinished('203.0.113.1', size))
    await expect.poll(() => live('203.0.113.1')).toBe(429)
    expect(await live('203.0.113.2')).toBe(200)
    held[0]!.socket.destroy()
    await expect.poll(() => live('203.0.113.1')).toBe(200)
  })

  it('bytes of bodies in progress are limited per client', async () => {
    for (const address of ['203.0.113.3', '203.0.113.4']) {
      const bodies = [16_000, 16_000, 16_000].map((size) => unfinished(address, size))
      const statuses = Promise.any(bodies.map((client) => client.status()))
      expect(await statuses).toBe(429)
    }
  })

  it('public calls with a body are limited per minute and client before the body is read; others are not', async () => {
    const call = (address: string) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: '{}',
    })
    const ask = (address: string) => fetch(`${server.origin}/api/v1/check_link/`, call(address))
    for (let i = 0; i < 5; i += 1) expect((await ask('203.0.113.5')).status).toBe(400)
    const refused = await ask('203.0.113.5')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await expectProblem(refused, 429, 'too_many_attempts')
    expect(await unfinished('203.0.113.5', 10).status()).toBe(429)
    const form = await fetch(`${server.origin}/api/auth/callback/credentials`, call('203.0.113.5'))
    expect(form.status).toBe(429)
    expect((await ask('203.0.113.6')).status).toBe(400)
    expect(await live('203.0.113.5')).toBe(200)
  })
})
