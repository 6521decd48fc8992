import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { addPerson, openTestServer, testPassword } from '../../test/test-server.ts'

const webFolder = await mkdtemp(join(tmpdir(), 'foja-web-'))
afterAll(() => rm(webFolder, { recursive: true }))
await mkdir(join(webFolder, 'assets'))
const built = (base: string) =>
  `<html${base === '' ? '' : ` data-base="${base}"`} lang="es"><link href="${base}/favicon.svg"><script src="${base}/assets/core.js"></script><a href="https://foja.example/">`
await writeFile(join(webFolder, 'index.html'), built(''))
await writeFile(join(webFolder, 'assets', 'core.js'), 'console.log(1)')
await writeFile(join(webFolder, 'robots.txt'), 'User-agent: *')
const routes = [{ path: '/solicitudes', office: true, files: ['assets/list.js'] }]
await writeFile(join(webFolder, 'routes.json'), JSON.stringify(routes))

const address = 'https://example.com/foja'
const settings = {
  publicUrl: address,
  host: '127.0.0.1',
  securityContact: { contacts: ['mailto:a@oficina.ec'], expires: new Date('2100-01-01'), languages: ['es'] },
}
const server = await openTestServer({ webFolder, config: settings, origin: () => address })
await addPerson(server, { email: 'ana@oficina.ec' })
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.origin + path, { headers, redirect: 'manual' })

describe('a Foja below a path', () => {
  it.each(['/foja/', '/foja/index.html', '/foja/solicitudes/nueva', '/foja/foja'])(
    'serves the page at %s, with its addresses below the path',
    async (path) => {
      const page = await get(path)
      expect([page.status, await page.text()]).toEqual([200, built('/foja')])
      expect(page.headers.get('cache-control')).toBe('no-cache')
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('content-security-policy')).toContain("base-uri 'none'")
    },
  )

  it('answers HEAD of the page without it', async () => {
    const page = await fetch(`${server.origin}/foja/`, { method: 'HEAD' })
    expect([page.status, await page.text()]).toEqual([200, ''])
  })

  it.each([
    ['/foja', '/foja/'],
    ['/foja?codigo=1', '/foja/?codigo=1'],
    ['/foja/api/docs/', '../docs'],
  ])('leads %s to %s', async (path, to) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, to])
  })

  it.each([
    '/',
    '/ingresar',
    '/assets/core.js',
    '/api/auth/session',
    '/api/v1/setup/',
    '/robots.txt',
    '/fojas/',
    '/Foja/',
  ])('has nothing at %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  it.each(['/health/ready', '/health/live', '/foja/health/ready', '/foja/assets/core.js', '/foja/robots.txt'])(
    'serves %s',
    async (path) => {
      expect((await get(path)).status).toBe(200)
    },
  )

  it('names its own addresses in every answer', async () => {
    const link = (await get('/foja/solicitudes', { cookie: '__Host-foja.session=x' })).headers.get('link')
    expect(link).toBe(
      '</foja/api/auth/session>; rel=preload; as=fetch; crossorigin, </foja/assets/list.js>; rel=modulepreload',
    )
    expect(await (await get('/foja/api/v1/list_solicitud/x/')).json()).toMatchObject({
      type: expect.stringMatching(/^\/foja\/api\/docs#error-/),
    })
    expect(await (await get('/foja/api/openapi.json')).json()).toMatchObject({ servers: [{ url: address }] })
    expect(await (await get('/foja/.well-known/security.txt')).text()).toContain(
      `Canonical: ${address}/.well-known/security.txt`,
    )
    const signOut = await get('/foja/api/auth/signout')
    expect([signOut.status, signOut.headers.get('location')]).toEqual([302, `${address}/`])
  })

  it('leaves the subdomains of the host alone', async () => {
    expect((await get('/foja/')).headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  it('signs in, and returns to its own pages only', async () => {
    const enter = async (callbackUrl: string) => {
      const csrf = await get('/foja/api/auth/csrf')
      const { csrfToken } = (await csrf.json()) as { csrfToken: string }
      const cookie = csrf.headers.getSetCookie().map((one) => one.split(';')[0])
      const form = { csrfToken, email: 'ana@oficina.ec', password: testPassword, json: 'true', callbackUrl }
      const answer = await fetch(`${server.origin}/foja/api/auth/callback/credentials`, {
        method: 'POST',
        headers: { cookie: cookie.join('; ') },
        body: new URLSearchParams(form),
      })
      return { cookies: answer.headers.getSetCookie(), url: ((await answer.json()) as { url: string }).url }
    }
    expect(await enter(`${address}/agenda`)).toEqual({
      url: `${address}/agenda`,
      // The prefix, which keeps other hosts from setting it, asks for the path `/`.
      cookies: expect.arrayContaining([expect.stringMatching(/^__Host-foja\.session=.*; Path=\/;/)]),
    })
    expect((await enter('https://example.com/correo')).url).toBe(`${address}/`)
  })
})
