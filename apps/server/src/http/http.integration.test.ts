import { problemSchema } from '@foja/contracts/problem'
import { webhookEvents, webhookTest } from '@foja/contracts/webhooks'
import { openDiskStore } from '@foja/storage/disk-store'
import { nodeFileSystem } from '@foja/storage/file-system'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { startTestServer } from '../../test/test-server.ts'
import { readableLog } from '../../test/traces.ts'
import { createStoreCheck } from '../lib/probe-store.ts'

const hash = `'sha256-${createHash('sha256').update('x').digest('base64')}'`

const webFolder = await mkdtemp(join(tmpdir(), 'foja-web-'))
await mkdir(join(webFolder, 'assets'))
await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Foja</title>')
await writeFile(join(webFolder, 'assets', 'app-1a2b3c.js'), 'console.log(1)')
await writeFile(join(webFolder, 'assets', 'app-1a2b3c.js.br'), brotliCompressSync('console.log(1)'))
await writeFile(join(webFolder, 'csp.json'), JSON.stringify({ scriptSrc: [hash] }))
const routes = [
  { path: '/solicitudes/$id', office: true, files: ['assets/case-1.js', 'assets/query-1.js'] },
  { path: '/solicitudes/nueva', office: true, files: ['assets/wizard-1.js'] },
  { path: '/ingresar', office: false, files: ['assets/sign-in-1.js'] },
]
await writeFile(join(webFolder, 'routes.json'), JSON.stringify(routes))
const server = await startTestServer({ webFolder, config: { publicUrl: 'https://foja.example', host: '127.0.0.1' } })
afterAll(async () => {
  await server.close()
  await rm(webFolder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.origin + path, { headers, redirect: 'manual' })

describe('the page', () => {
  const linkOf = async (path: string, cookie = '') => (await get(path, { cookie })).headers.get('link')
  const session = '__Host-foja.session=x'

  it('preloads the code of the opened page, and the session of a page of the office', async () => {
    const office = '</api/auth/session>; rel=preload; as=fetch; crossorigin, '
    const both = '</assets/case-1.js>; rel=modulepreload, </assets/query-1.js>; rel=modulepreload'
    expect(await linkOf('/solicitudes/0190000000000000000?x=1', session)).toBe(office + both)
    expect(await linkOf('/solicitudes/nueva', session)).toBe(`${office}</assets/wizard-1.js>; rel=modulepreload`)
    expect(await linkOf('/ingresar')).toBe('</assets/sign-in-1.js>; rel=modulepreload')
    expect(await linkOf('/nada', session)).toBeNull()
    expect(await linkOf('/assets/app-1a2b3c.js', session)).toBeNull()
  })

  it('preloads nothing that needs a session without one, as it leads to sign-in', async () => {
    expect(await linkOf('/solicitudes/nueva')).toBeNull()
  })

  it('does not serve the list of files', async () => {
    expect((await get('/routes.json')).status).toBe(404)
  })
})

describe('response headers', () => {
  it('prevent framing, sniffing and inline code', async () => {
    const { headers } = await get('/')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`script-src 'self' ${hash}`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('permissions-policy')).toContain('camera=(self)')
    expect(headers.get('strict-transport-security')).toContain('max-age=')
  })

  it('are set on errors too, with a request id that the caller cannot choose', async () => {
    const { headers } = await get('/api/v1/details_users/', { 'x-request-id': 'mine', 'request-id': 'mine' })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('x-request-id')).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/)
  })

  it('give cookies the __Host- prefix over https', async () => {
    const { headers } = await get('/api/auth/csrf')
    expect(headers.getSetCookie()[0]).toMatch(
      /^__Host-next-auth\.csrf-token=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('set HSTS only if the public address is https', async () => {
    const plain = await startTestServer({ webFolder })
    const { headers } = await fetch(plain.origin)
    expect(headers.get('strict-transport-security')).toBeNull()
    await plain.close()
  })
})

describe('the web', () => {
  it('serves one page at every path, revalidated each time', async () => {
    for (const path of ['/', '/solicitudes/ABCD-EFGH-IJKL-MNOP', '/ingresar?callbackUrl=/']) {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('<title>Foja</title>')
      expect(response.headers.get('cache-control')).toBe('no-cache')
    }
  })

  it('has immutable, precompressed assets', async () => {
    const response = await get('/assets/app-1a2b3c.js', { 'accept-encoding': 'br' })
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await response.text()).toBe('console.log(1)')
    expect((await get('/assets/app-0000.js')).status).toBe(404)
    expect(await (await get('/..%2f..%2fetc%2fpasswd')).text()).toContain('<title>Foja</title>')
    for (const path of ['/a%00b', '/assets/..%5C..%5Cwin.ini', '/api/docs%00']) {
      expect((await get(path)).status, path).toBe(404)
    }
  })
})

describe('problem responses', () => {
  const read = async (response: Response) => z.parse(problemSchema, await response.json())

  it('are in the language of the caller', async () => {
    const spanish = await read(await get('/api/v1/nothing/'))
    const english = await read(await get('/api/v1/nothing/', { 'accept-language': 'fr, en-GB;q=0.8, es;q=0.5' }))
    expect(spanish).toMatchObject({ status: 404, code: 'not_found', title: 'No se encontró' })
    expect(english.title).toBe('Not found')
  })

  it('name each wrong field', async () => {
    const response = await fetch(`${server.origin}/api/v1/setup/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        company: { nombre: ' ', pais: 'Ecuador' },
        admin: { email: 'x', password: 'corta' },
        extra: 1,
      }),
    })
    expect(response.status).toBe(400)
    const problem = await read(response)
    expect(problem.code).toBe('validation_failed')
    const fields = Object.fromEntries((problem.errors ?? []).map(({ field, message }) => [field, message]))
    expect(fields).toMatchObject({
      'company.nombre': 'Falta este dato. Complétalo.',
      'company.pais': expect.stringContaining('forma esperada') as unknown,
      'admin.nombre': 'Falta este dato. Complétalo.',
      'admin.email': expect.stringContaining('correo') as unknown,
      'admin.password': 'Escribe al menos 12 caracteres.',
      extra: 'Este dato no se admite. Quítalo.',
    })
  })

  it('are 400 for an object with a length property instead of a text', async () => {
    for (const email of [{ length: { toString: 1 } }, { length: {} }, { length: [[]] }, [{ length: { valueOf: 1 } }]]) {
      const response = await fetch(`${server.origin}/api/v1/forgot_password/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      })
      expect((await read(response)).code, JSON.stringify(email)).toBe('validation_failed')
    }
  })

  it('are 400 for unreadable bodies and 413 for bodies that are too large', async () => {
    const post = (body: string, type: string) =>
      fetch(`${server.origin}/api/v1/setup/`, { method: 'POST', headers: { 'content-type': type }, body })
    for (const [body, type] of [
      ['{', 'application/json'],
      ['['.repeat(40) + ']'.repeat(40), 'application/json'],
      [`[${'1,'.repeat(1000)}1]`, 'application/json'],
      ['{"__proto__":{"a":1}}', 'application/json'],
      ['a=1', 'application/x-www-form-urlencoded'],
      ['<a/>', 'text/xml'],
    ] as const) {
      const response = await post(body, type)
      expect(response.status, body).toBe(400)
      expect((await read(response)).code).toBe('malformed_request')
    }
    expect((await post('', 'application/json')).status).toBe(400)
    expect((await post(`"${'x'.repeat(1_100_000)}"`, 'application/json')).status).toBe(413)
  })
})

describe('health and the API page', () => {
  it('need no token', async () => {
    expect(await (await get('/health/live')).json()).toEqual({ status: 'ok' })
    expect(await (await get('/health/ready')).json()).toEqual({
      status: 'ok',
      checks: { database: 'ok', storage: 'ok' },
    })
  })

  it('report not ready if a check fails', async () => {
    const checks = { storage: () => Promise.reject(new Error('full')), database: async () => {} }
    const broken = await startTestServer({ checks })
    const response = await fetch(`${broken.origin}/health/ready`)
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ status: 'unavailable', checks: { storage: 'failed', database: 'ok' } })
    await broken.close()
  })

  it('report not ready on a full disk, with the reason in the log, and leave no test file', async () => {
    const log = readableLog()
    const folder = await mkdtemp(join(tmpdir(), 'foja-full-'))
    let isFull = false
    const open: typeof nodeFileSystem.open = async (path, flags, mode) => {
      const handle = await nodeFileSystem.open(path, flags, mode)
      if (!isFull || flags !== 'wx') return handle
      const write = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
      return Object.assign(handle, { write })
    }
    const store = await openDiskStore(folder, { ...nodeFileSystem, open })
    let now = new Date()
    const checks = { storage: createStoreCheck(store, () => now) }
    const full = await startTestServer({ store, checks, logger: { ...log.logger, level: 'error' } })
    const ready = async () => await (await fetch(`${full.origin}/health/ready`)).json()
    expect(await ready()).toMatchObject({ status: 'ok' })
    isFull = true
    // One probe serves all calls of two seconds.
    expect(await ready()).toMatchObject({ status: 'ok' })
    now = new Date(now.getTime() + 2000)
    await expect.poll(ready).toEqual({ status: 'unavailable', checks: { storage: 'failed' } })
    expect(JSON.parse(log.text())).toMatchObject({ check: 'storage', reason: 'disk_full', msg: 'not ready' })
    const left = await readdir(folder, { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
    await full.close()
    await rm(folder, { recursive: true })
  })

  it('report a failed soft check as degraded', async () => {
    const degraded = await startTestServer({ softChecks: { antivirus: () => Promise.reject(new Error('away')) } })
    const response = await fetch(`${degraded.origin}/health/ready`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ status: 'degraded', checks: { antivirus: 'failed', storage: 'ok' } })
    await degraded.close()
  })

  it('show every endpoint and error, without scripts or external resources', async () => {
    const page = await get('/api/docs')
    const text = await page.text()
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).not.toMatch(/<script|style="|https?:\/\/(?!\w+\.example)/)
    expect(text).not.toContain('class="type">any')
    const document = (await (await get('/api/openapi.json')).json()) as Record<'paths' | 'webhooks', object>
    for (const path of Object.keys(document.paths)) expect(text).toContain(path)
    expect(text).toContain('id="error-p12_wrong_passphrase"')
    for (const type of [...webhookEvents, webhookTest]) expect(text).toContain(`id="webhook-${type}"`)
    expect(Object.keys(document.webhooks)).toEqual(webhookEvents)
    for (const shown of ['Lo hace el programa al azar', 'npm run pack:client', 'n8n-pedir-firmas.json'])
      expect(text).toContain(shown)
    // All request forms of one endpoint.
    const bulk = text.slice(text.indexOf('<article id="bulkSolicitudes"'))
    for (const form of ['assign', 'send', 'return', 'conclude']) expect(bulk).toContain(`&quot;${form}&quot;`)
    expect(bulk.slice(0, bulk.indexOf('</article>'))).toContain('motivo')
    expect((await get('/api/docs/style.css')).headers.get('content-type')).toContain('text/css')
  })
})
