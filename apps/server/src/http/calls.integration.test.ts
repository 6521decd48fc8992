import { buildPath, type Endpoint } from '@foja/contracts/endpoint'
import { endpoints } from '@foja/contracts/endpoints'
import { errorStatus } from '@foja/contracts/problem'
import { describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../test/test-server.ts'

const server = await openTestServer()

const someId = '00000000-0000-4000-8000-000000000000'
const call = ({ method, path }: Endpoint, headers: Record<string, string> = {}) =>
  fetch(server.origin + buildPath(path, { id: someId, token: 'x' }), { method, headers })

/** Routes outside of the contract; each authorizes requests in its module. */
const besides = [
  'GET /api/auth/signin',
  'GET /api/auth/signin/credentials',
  'GET /api/auth/signin/oidc',
  'POST /api/auth/callback/credentials',
  'POST /api/auth/callback/passkey',
  'POST /api/auth/passkey/options',
  'GET /api/auth/session',
  'POST /api/auth/session',
  'GET /api/auth/signout',
  'POST /api/auth/signout',
  'GET /api/auth/csrf',
  'GET /api/auth/providers',
  'GET /api/auth/error',
  'POST /api/auth/_log',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs/',
  'GET /api/docs/style.css',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'GET /.well-known/security.txt',
  'GET /.well-known/security.txt',
  'GET *',
  'HEAD *',
]

/** Method and path of every route, parsed from the router's printed tree: four characters per level. */
function routesOf(app: TestServer['app']): string[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, stem, part, methods] = /^([│├└─\s]*)(\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (stem === undefined || part === undefined) return []
      const level = stem.length / 4 - 1
      above.splice(level)
      above.push(part)
      return (methods?.split(', ') ?? []).map((method) => `${method} ${above.join('')}`)
    })
    .toSorted()
}

describe('the endpoints of the contract', () => {
  it('are all registered', () => {
    const missing = endpoints.filter(
      ({ method, path }) => !server.app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') }),
    )
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  it.each(endpoints.filter(({ writes }) => writes === true).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s writes, so it refuses cross-site requests and prefetching',
    async (_name, endpoint) => {
      const intents: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { purpose: 'prefetch' },
        { 'sec-purpose': 'prefetch;prerender' },
      ]
      for (const headers of intents) {
        expect((await call(endpoint, headers)).status).toBe(errorStatus('forbidden'))
      }
    },
  )

  it('answer 405 with the allowed methods for a wrong method', async () => {
    const response = await fetch(`${server.origin}/api/v1/metrics/`, { method: 'PUT' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET')
    expect((await fetch(`${server.origin}/api/v1/remove_signature/`, { method: 'HEAD' })).status).toBe(405)
  })

  it('are the only routes besides sign-in, API docs, health and the web', () => {
    const calls = endpoints.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
    expect(routesOf(server.app)).toEqual([...new Set([...calls, ...besides])].toSorted())
  })
})
