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
const isPublic = ({ policy }: Endpoint) => policy === 'public' || policy === 'setup'
const url = ({ path }: Endpoint) => server.origin + buildPath(path, { id: someId, token: 'x' })
/** Two calls may share method and path: the content type tells which is meant. */
const typeOf = ({ multipart }: Endpoint): Record<string, string> =>
  multipart === undefined ? {} : { 'content-type': 'multipart/form-data; boundary=x' }
const call = (endpoint: Endpoint, headers: Record<string, string> = {}) =>
  fetch(url(endpoint), { method: endpoint.method, headers: { ...typeOf(endpoint), ...headers } })

describe('every call of the contract', () => {
  it('is registered', () => {
    const missing = endpoints.filter(
      ({ method, path }) => !server.app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') }),
    )
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  it.each(endpoints.filter((endpoint) => !isPublic(endpoint)).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s answers 401 to anybody without a good token',
    async (_name, endpoint) => {
      const tokens: Record<string, string>[] = [{}, { authorization: 'Bearer x' }, { authorization: 'Basic YTpi' }]
      for (const headers of tokens) {
        const response = await call(endpoint, headers)
        expect(response.status).toBe(401)
        expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
        expect(await response.json()).toMatchObject({ code: 'unauthenticated', status: 401 })
      }
    },
  )

  it.each(endpoints.filter(isPublic).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s needs no token',
    async (_name, endpoint) => {
      expect((await call(endpoint)).status).not.toBe(401)
    },
  )

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
})
