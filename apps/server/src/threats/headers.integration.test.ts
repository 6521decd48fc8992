import type { PageImages } from '@foja/contracts/common'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { bodyOf, createCase, openOffice } from '../../test/office.ts'

const webFolder = await mkdtemp(join(tmpdir(), 'foja-web-'))
afterAll(() => rm(webFolder, { recursive: true }))
await mkdir(join(webFolder, 'assets'))
await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Foja</title>')
await writeFile(join(webFolder, 'assets', 'app-1a2b3c.js'), 'console.log(1)')
await writeFile(join(webFolder, 'csp.json'), JSON.stringify({ scriptSrc: ["'sha256-AAAA'"] }))
const office = await openOffice({ webFolder, config: { publicUrl: 'https://foja.example', host: '127.0.0.1' } })
const id = (await createCase(office.usuario)).document.id_documento
const created = await office.usuario.post('/api/v1/create_share_document/', { id_documento: id })
const { share } = await bodyOf<{ share: string }>(created, 201)
const opened = await fetch(`${office.server.origin}/api/v1/get_document_share/?share=${share}`)
const { images, download_url } = await bodyOf<{ images: PageImages; download_url: string }>(opened, 200)
const links = { image: images.pages[0]!.url, file: download_url, share }

type Kind = { name: string; path: () => string; status: number; method?: string; token?: boolean; body?: string }

const kinds: Kind[] = [
  { name: 'the page', path: () => '/', status: 200 },
  { name: 'a page of the application', path: () => '/solicitudes/ABCD-EFGH-IJKL-MNOP', status: 200 },
  { name: 'the shared page', path: () => `/compartido?share=${links.share}`, status: 200 },
  { name: 'the page of a recipient', path: () => '/pedido?p=x', status: 200 },
  { name: 'a script', path: () => '/assets/app-1a2b3c.js', status: 200 },
  { name: 'a file that is not there', path: () => '/assets/app-0.js', status: 404 },
  { name: 'an address that cannot be decoded', path: () => '/api/v1/details_document/%ff/', status: 404 },
  { name: 'an address without end', path: () => `/api/v1/details_document/${'a'.repeat(500)}/`, status: 404 },
  { name: 'the API', path: () => '/api/v1/details_users/', status: 200, token: true },
  { name: 'a refusal for want of a session', path: () => '/api/v1/details_users/', status: 401 },
  { name: 'a refusal by role', path: () => '/api/v1/outbox/', status: 403, token: true },
  { name: 'what does not exist', path: () => '/api/v1/nothing/', status: 404, token: true },
  { name: 'a method that there is not', path: () => '/api/v1/metrics/', status: 405, method: 'DELETE' },
  { name: 'a body that is none', path: () => '/api/v1/setup/', status: 400, method: 'POST', body: '{' },
  { name: 'a body too large', path: () => '/api/v1/setup/', status: 413, method: 'POST', body: `"${'x'.repeat(2e6)}"` },
  { name: 'a file', path: () => `/api/v1/download_document/${id}/`, status: 200, token: true },
  { name: 'a table', path: () => '/api/v1/export_solicitudes/', status: 200, token: true },
  { name: 'a page image', path: () => links.image, status: 200 },
  { name: 'a shared file', path: () => links.file, status: 200 },
  { name: 'a shared document', path: () => `/api/v1/get_document_share/?share=${links.share}`, status: 200 },
  { name: 'a stream of events', path: () => '/api/v1/live/', status: 200, token: true },
  { name: 'the session', path: () => '/api/auth/session', status: 200 },
  { name: 'a redirection', path: () => '/api/auth/signin', status: 302 },
  { name: 'the API page', path: () => '/api/docs', status: 200 },
  { name: 'its style', path: () => '/api/docs/style.css', status: 200 },
  { name: 'the OpenAPI document', path: () => '/api/openapi.json', status: 200 },
  { name: 'health', path: () => '/health/live', status: 200 },
]

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

function expectGuarded(policy: string): void {
  expect(policy).not.toMatch(/unsafe|\*|https?:(?!\/\/foja\.example)/)
  expect(policy).toContain("default-src 'none'")
  // Sandboxed files may be framed: they are as harmless in a frame as alone.
  expect(policy).toMatch(/frame-ancestors 'none'|^sandbox;/)
}

it.each(kinds.map((kind) => [kind.name, kind] as const))('%s has every security header', async (_, kind) => {
  const headers = new Headers()
  if (kind.token === true) headers.set('authorization', `Bearer ${office.usuario.token}`)
  if (kind.body !== undefined) headers.set('content-type', 'application/json')
  const init: RequestInit = { headers, redirect: 'manual', method: kind.method ?? 'GET' }
  if (kind.body !== undefined) init.body = kind.body
  const response = await fetch(office.server.origin + kind.path(), init)
  await response.body?.cancel()
  expect(response.status).toBe(kind.status)
  expect(Object.fromEntries(response.headers)).toMatchObject(always)
  expect(response.headers.get('permissions-policy')).toContain('geolocation=()')
  if (kind.status >= 400) expect(response.headers.get('cache-control')).toBe('no-store')
  expectGuarded(response.headers.get('content-security-policy') ?? '')
  expect(response.headers.get('x-powered-by') ?? response.headers.get('server')).toBeNull()
})

it.each([
  ['invalid HTTP', 'hola\r\n\r\n', 400],
  ['endless headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
])('the answer to %s has every security header', async (_, text, status) => {
  const socket = connect(Number(new URL(office.server.origin).port), '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(text)
  await once(socket, 'close')
  const answer = Buffer.concat(chunks).toString()
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  for (const [name, value] of Object.entries(always)) expect(answer).toContain(`${name}: ${value}\r\n`)
  expectGuarded(/content-security-policy: (.*)\r\n/.exec(answer)?.[1] ?? '')
})

it('the policy check detects weak policies', () => {
  expect(() => expectGuarded("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")).toThrow()
  expect(() => expectGuarded("default-src 'none'; script-src https://cdn.example; frame-ancestors 'none'")).toThrow()
})
