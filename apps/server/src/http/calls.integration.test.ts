import { buildPath, type Endpoint } from '@foja/contracts/endpoint'
import { endpoints } from '@foja/contracts/endpoints'
import { errorStatus } from '@foja/contracts/problem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const someId = '00000000-0000-4000-8000-000000000000'
const call = ({ method, path }: Endpoint, headers: Record<string, string> = {}) =>
  fetch(server.origin + buildPath(path, { id: someId, token: 'x' }), { method, headers })

describe('every call of the contract', () => {
  it('is registered', () => {
    const missing = endpoints.filter(
      ({ method, path }) => !server.app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') }),
    )
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  it.each(endpoints.filter(({ writes }) => writes === true).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s writes, so it refuses other sites and prefetching',
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

  it('answers 405 with the methods of a path that it knows', async () => {
    const response = await fetch(`${server.origin}/api/v1/metrics/`, { method: 'PUT' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET')
    expect((await fetch(`${server.origin}/api/v1/remove_signature/`, { method: 'HEAD' })).status).toBe(405)
  })

  it('has no route under /api/v1 that the contract does not name', () => {
    const known = new Set(endpoints.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`))
    const printed = server.app.printRoutes({ commonPrefix: false })
    const routes = [...printed.matchAll(/^[│├└─\s]*(\/api\/v1\/\S*) \(([A-Z, ]+)\)/gm)].flatMap(([, url, methods]) =>
      methods!.split(', ').map((method) => `${method} ${url}`),
    )
    expect(routes.length).toBeGreaterThan(80)
    expect(routes.filter((route) => !known.has(route))).toEqual([])
  })
})
