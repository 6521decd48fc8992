import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createCase, openOffice } from '../../test/office.ts'
import { testPassword } from '../../test/test-server.ts'
import { readableLog } from '../../test/traces.ts'

/** Refusals: how little the response discloses, and what the log contains at its usual level. */
const log = readableLog()

const webFolder = await mkdtemp(join(tmpdir(), 'foja-web-'))
afterAll(() => rm(webFolder, { recursive: true }))
for (const folder of ['assets', '.git']) await mkdir(join(webFolder, folder))
await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Foja</title>')
await writeFile(join(webFolder, 'assets', 'app-1a2b3c.js'), 'console.log(1)')
for (const name of ['.git/config', '.env']) await writeFile(join(webFolder, name), 'top secret')
const config = { publicUrl: 'https://foja.example', host: '127.0.0.1' }
const office = await openOffice({ webFolder, config, logger: { ...log.logger, level: 'warn' } })
const id = (await createCase(office.usuario)).document.id_documento

type Line = { level: number; time: number; reqId?: string; msg: string } & Record<string, unknown>
const lines = () =>
  log
    .text()
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))

/** The log lines caused by `work`. A line is written after its response. */
async function logLinesOf(work: () => Promise<unknown>): Promise<Line[]> {
  log.clear()
  await work()
  await expect.poll(() => lines().length).toBeGreaterThan(0)
  return lines()
}

const from = '203.0.113.7'
const ask = (path: string, init: RequestInit = {}) => {
  const headers = new Headers(init.headers)
  headers.set('x-forwarded-for', from)
  return fetch(office.server.origin + path, { redirect: 'manual', ...init, headers })
}
const asUsuario = () => ({ headers: { authorization: `Bearer ${office.usuario.token}` } })
const asAjeno = () => ({ headers: { authorization: `Bearer ${office.ajeno.token}` } })
const body = (text: string, type: string) => ({ method: 'POST', body: text, headers: { 'content-type': type } })
const credentials = '/api/auth/callback/credentials'

async function signIn(password: string) {
  await office.server.client().form(credentials, { email: office.usuario.email, password }, { 'x-forwarded-for': from })
}

const cases: [string, () => Promise<unknown>, Record<string, unknown>][] = [
  ['a wrong password', () => signIn('no es esta'), { path: credentials, status: 401, whose: 'usuario' }],
  [
    'a form of another site',
    () => ask(credentials, body('email=a', 'application/x-www-form-urlencoded')),
    { path: credentials, status: 302 },
  ],
  [
    'a form of the page without its token',
    () => ask(credentials, body('json=true', 'application/x-www-form-urlencoded')),
    { path: credentials, status: 400 },
  ],
  ['a request without a session', () => ask('/api/v1/details_users/'), { status: 401, code: 'unauthenticated' }],
  [
    'an unsigned token',
    () => ask('/api/v1/details_users/', { headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.x' } }),
    { status: 401, code: 'unauthenticated' },
  ],
  [
    'a request that the role may not make',
    () => ask('/api/v1/outbox/', asUsuario()),
    { status: 403, code: 'forbidden', who: 'usuario', path: '/api/v1/outbox/' },
  ],
  [
    'a document of another company',
    () => ask(`/api/v1/details_document/${id}/`, asAjeno()),
    { status: 404, code: 'not_found', who: 'ajeno', path: '/api/v1/details_document/:id/' },
  ],
  ['an invalid body', () => ask('/api/v1/setup/', body('{', 'application/json')), { code: 'malformed_request' }],
  ['an unknown method', () => ask('/api/v1/metrics/', { method: 'DELETE' }), { code: 'method_not_allowed' }],
  [
    'an unknown link',
    () => ask(`/api/v1/get_document_share/?share=${'x'.repeat(43)}`),
    { status: 404, path: '/api/v1/get_document_share/' },
  ],
]

describe('the log', () => {
  it.each(cases)('records %s with time, user, address and request', async (_, work, { who, whose, ...expected }) => {
    const [line, ...others] = await logLinesOf(work)
    expect(others).toEqual([])
    expect(line).toMatchObject({ level: 40, msg: 'refused', ip: from, ...expected })
    expect(Math.abs((line?.time ?? 0) - Date.now())).toBeLessThan(60_000)
    expect(line?.reqId).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/)
    const people = { usuario: office.usuario.id, ajeno: office.ajeno.id }
    expect(line?.['user']).toBe(who === undefined ? undefined : people[who as keyof typeof people])
    expect(line?.['about']).toBe(whose === undefined ? undefined : people[whose as keyof typeof people])
  })

  it('records throttled requests', async () => {
    await office.server.deps.db.updateTable('throttle').set({ count: 99 }).execute()
    const [line] = await logLinesOf(() => signIn(testPassword))
    await office.server.deps.db.deleteFrom('throttle').execute()
    expect(line).toMatchObject({ level: 40, path: credentials, status: 429, ip: from, about: office.usuario.id })
  })

  it('has no line for successful requests, and no secret in any line', async () => {
    log.clear()
    await ask(`/api/v1/details_document/${id}/?`, asUsuario())
    await signIn(testPassword)
    await ask('/api/v1/nothing/?share=secreto', asUsuario())
    await signIn('clave mal escrita')
    await ask('/api/v1/outbox/?share=secreto', asUsuario())
    await expect.poll(() => lines().length).toBe(2)
    for (const secret of ['secreto', 'mal escrita', office.usuario.token, office.usuario.email, 'Bearer']) {
      expect(log.text()).not.toContain(secret)
    }
  })

  it('has no line forged by a caller', async () => {
    const forged = '{"level":60,"msg":"forged"}'
    const found = await logLinesOf(async () => {
      await ask(`/api/v1/details_document/${encodeURIComponent(`a\n${forged}\n`)}/`)
      await fetch(`${office.server.origin}/api/v1/outbox/`, {
        headers: { 'x-forwarded-for': `"}\t${forged}`, 'user-agent': forged },
      })
    })
    expect(found.map(({ level, msg }) => [level, msg])).toEqual(found.map(() => [40, 'refused']))
  })
})

/** Sends raw bytes; returns the response until the server closes the connection. */
async function answerTo(text: string): Promise<string> {
  const socket = connect(Number(new URL(office.server.origin).port), '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(text)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

describe('an ambiguous HTTP message', () => {
  const smuggled = 'GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
  const post = 'POST /api/v1/setup/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
  it.each([
    ['a length and chunks', `${post}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['two lengths', `${post}content-length: 0\r\ncontent-length: 60\r\n\r\n${smuggled}`],
    ['a list of lengths', `${post}content-length: 0, 60\r\n\r\n${smuggled}`],
    ['a coding after chunks', `${post}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a chunk without a length', `${post}transfer-encoding: chunked\r\n\r\nzz\r\n\r\n${smuggled}`],
    ['a space before the colon', `${post}content-length : 5\r\n\r\n${smuggled}`],
    ['a folded line', `${post}x: a\r\n b: c\r\ncontent-length: 0\r\n\r\n${smuggled}`],
    ['lines that end without CR', `${post}x: a\ncontent-length: 5\r\n\r\n${smuggled}`],
  ])('with %s is refused as a whole and logged', async (_, text) => {
    log.clear()
    const answer = await answerTo(text)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(lines()).toContainEqual(expect.objectContaining({ level: 40, msg: 'refused invalid HTTP', ip: '127.0.0.1' }))
  })

  it('is not confused with an unambiguous one, which is answered', async () => {
    expect(await answerTo(smuggled)).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('unsupported features', () => {
  it.each(['TRACE', 'CONNECT', 'PROPFIND'])('the method %s echoes nothing', async (method) => {
    const target = method === 'CONNECT' ? 'example.com:443' : '/'
    const answer = await answerTo(`${method} ${target} HTTP/1.1\r\nhost: x\r\nx: marca\r\nconnection: close\r\n\r\n`)
    expect(answer).toMatch(/^$|^HTTP\/1\.1 4/)
    expect(answer).not.toContain('marca')
  })

  it('method override headers and parameters are ignored', async () => {
    const disguise = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
    const path = '/api/v1/delete_document/?_method=DELETE'
    expect((await office.usuario.post(path, { id_documento: id }, disguise)).status).toBe(405)
    expect((await ask(`/api/v1/details_document/${id}/`, asUsuario())).status).toBe(200)
  })

  it('CORS and connection upgrades are refused', async () => {
    const origin = 'https://elsewhere.example'
    const preflight = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x' }
    const answers = [
      await ask('/api/v1/outbox/', { method: 'OPTIONS', headers: preflight }),
      await ask('/api/v1/outbox/', { headers: { origin } }),
      await ask('/', { headers: { origin } }),
    ]
    const allowed = answers.flatMap(({ headers }) => [...headers.keys()].filter((name) => name.startsWith('access-')))
    expect(allowed).toEqual([])
    const upgrade = 'connection: upgrade, close\r\nupgrade: websocket\r\nsec-websocket-key: x\r\n'
    expect(await answerTo(`GET /api/v1/live/ HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n`)).not.toMatch(/^HTTP\/1\.1 101 /)
  })

  it.each(['/.git/config', '/.env', '/assets/', '/assets', '/package.json', '/assets/app-1a2b3c.js.map', '/csp.json'])(
    '%s is not served',
    async (path) => {
      const text = await (await ask(path)).text()
      expect(text).not.toMatch(/top secret|app-1a2b3c|console/)
    },
  )
})

describe('repeated query parameters', () => {
  it.each(['/api/v1/get_list_solicitud_main_type2/?page=1&page=2', '/api/v1/get_list_solicitud_main_type2/?q=a&q=b'])(
    'of %s are refused as ambiguous',
    async (path) => {
      expect((await ask(path, asUsuario())).status).toBe(400)
    },
  )
})

describe('content type and caching', () => {
  it.each<[string, RegExp]>([
    ['/', /^text\/html; charset=utf-8$/],
    ['/assets/app-1a2b3c.js', /^(text|application)\/javascript; charset=utf-8$/],
    ['/api/v1/metrics/', /^application\/json/],
    ['/api/v1/outbox/', /^application\/problem\+json/],
    ['/api/v1/nothing/', /^application\/problem\+json/],
    ['/api/v1/details_document/%ff/', /^application\/problem\+json/],
    ['/api/v1/export_solicitudes/', /^text\/csv; charset=utf-8$/],
    ['/api/docs', /^text\/html; charset=utf-8$/],
    ['/api/docs/style.css', /^text\/css; charset=utf-8$/],
    ['/api/auth/session', /^application\/json/],
    ['/health/live', /^application\/json/],
  ])('%s has its type, and personal data is not cached', async (path, kind) => {
    const answer = await ask(path, asUsuario())
    await answer.body?.cancel()
    expect(answer.headers.get('content-type')).toMatch(kind)
    const caching =
      path.startsWith('/api/') || path.startsWith('/health/') ? /^no-store$/ : /^no-cache$|^public, .*immutable$/
    expect(answer.headers.get('cache-control')).toMatch(caching)
  })

  it('the session cookie is bound to this host, HttpOnly and SameSite', async () => {
    const client = office.server.client()
    await client.signIn(office.usuario.email, testPassword)
    expect(client.jar.get('__Host-foja.session')).toBeDefined()
    for (const line of client.jar.lines.values()) {
      expect(line).toMatch(/^__Host-[^;]+;(?: Max-Age=\d+;)? Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    }
  })
})
