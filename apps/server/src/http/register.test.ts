import { defineEndpoint } from '@foja/contracts/endpoint'
import { currentCompany } from '@foja/db/company-scope'
import fastify from 'fastify'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { SessionActor } from '../context.ts'
import type { AppDeps } from '../deps.ts'
import { ProblemError } from './problem.ts'
import { createApi, type ApiOptions } from './register.ts'

const endpoint = defineEndpoint({
  name: 'shown',
  method: 'GET',
  path: '/api/v1/shown/',
  policy: 'self',
  summary: '',
  tag: '',
  replies: { 200: z.strictObject({ company: z.nullable(z.string()) }) },
  errors: [],
})

const actorOf = (more: Partial<SessionActor> = {}): SessionActor => ({
  id: 'a',
  role: 'gestor',
  id_company: 'c',
  nombre: 'A',
  email: 'a@foja.example',
  session: 's',
  lacksTotp: false,
  ...more,
})

async function callAs(role: SessionActor['role'], id_company: string | null, more: object = {}) {
  const app = fastify()
  const api = createApi(app, {
    deps: {} as AppDeps,
    authenticate: () => Promise.resolve(actorOf({ role, id_company })),
    requireSameActor: () => Promise.resolve(),
    requireRecipient: () => Promise.resolve(),
  })
  const shown = { ...endpoint, ...more }
  api.route(shown, () => Promise.resolve({ status: 200, body: { company: currentCompany() } }))
  const { statusCode, json } = await app.inject(endpoint.path)
  return [statusCode, statusCode === 200 ? json<{ company: unknown }>().company : undefined]
}

/** The id of the caller that a handler sees, or the code of the refusal. */
async function callerIn(
  more: object,
  authenticate: () => Promise<SessionActor>,
  request: { url?: string; headers?: Record<string, string> } = {},
): Promise<string | null> {
  const app = fastify()
  const api = createApi(app, {
    deps: {} as AppDeps,
    authenticate,
    requireSameActor: () => Promise.resolve(),
    requireRecipient: async (token) => {
      if (token !== 'right') throw new ProblemError('not_found')
    },
  })
  api.route({ ...endpoint, ...more }, ({ ctx }) => {
    const { actor } = ctx as { actor: SessionActor | null }
    return Promise.resolve({ status: 200, body: { company: actor?.id ?? null } })
  })
  const response = await app.inject({ url: endpoint.path, ...request })
  const body = response.json<{ company: string | null; message: string }>()
  return response.statusCode === 200 ? body.company : body.message
}

/** The answer of a public endpoint whose handler returns `result`. */
async function answerOf(
  result: { status: number; body: unknown },
  { headers = {}, replies = { 200: z.strictObject({ a: z.number() }) }, checkReplies = true }: AnswerOptions = {},
) {
  const app = fastify()
  const options = {
    deps: { checkReplies } as AppDeps,
    authenticate: () => Promise.reject(new Error('no session is needed')),
    requireSameActor: () => Promise.resolve(),
    requireRecipient: () => Promise.resolve(),
  }
  const shown = defineEndpoint({ ...endpoint, policy: 'public', replies: replies as typeof endpoint.replies })
  createApi(app, options).route(shown, () => Promise.resolve(result as never))
  return await app.inject({ url: endpoint.path, headers })
}
type AnswerOptions = { headers?: Record<string, string>; replies?: object; checkReplies?: boolean }

describe('the reply of an endpoint', () => {
  it('is sent only as its contract declares it', async () => {
    const sent = async (...args: Parameters<typeof answerOf>) => (await answerOf(...args)).statusCode
    expect((await answerOf({ status: 200, body: { a: 1 } })).json()).toEqual({ a: 1 })
    expect(await sent({ status: 201, body: { a: 1 } })).toBe(500)
    expect(await sent({ status: 200, body: { a: 'x' } })).toBe(500)
    expect(await sent({ status: 200, body: { a: 'x' } }, { checkReplies: false })).toBe(200)
    const file = { stream: Buffer.from('abc'), type: 'text/csv' }
    expect(await sent({ status: 200, body: file })).toBe(500)
    const binary = { 200: { binary: 'text/csv' } }
    expect(await sent({ status: 200, body: { a: 1 } }, { replies: binary })).toBe(500)
  })

  it('is a file in a sandbox, and empty for a client that has its version', async () => {
    const headers = { etag: '"v1"' }
    const file = { stream: Buffer.from('abc'), type: 'text/csv', length: 3, filename: `año "1" (d'Ávila).csv`, headers }
    const get = async (known?: string) =>
      await answerOf(
        { status: 200, body: file },
        {
          replies: { 200: { binary: 'text/csv' } },
          ...(known === undefined ? {} : { headers: { 'if-none-match': known } }),
        },
      )
    const whole = await get()
    expect([whole.statusCode, whole.body]).toEqual([200, 'abc'])
    expect(whole.headers).toMatchObject({
      'content-type': 'text/csv',
      'content-length': '3',
      'content-disposition': `attachment; filename="ano _1_ (d'Avila).csv"; filename*=UTF-8''a%C3%B1o%20%221%22%20%28d%27%C3%81vila%29.csv`,
      'content-security-policy': expect.stringContaining('sandbox') as unknown,
      etag: '"v1"',
    })
    for (const known of ['"v1"', 'W/"v1"', '"v0", "v1"']) {
      expect(await get(known)).toMatchObject({ statusCode: 304, body: '', headers })
    }
    expect((await get('"v0"')).statusCode).toBe(200)
  })

  it('closes a file that is not sent because the client has it', async () => {
    const stream = Readable.from([Buffer.from('abc')])
    const body = { stream, type: 'text/csv', headers: { etag: '"v1"' } }
    const replies = { 200: { binary: 'text/csv' } }
    await answerOf({ status: 200, body }, { replies, headers: { 'if-none-match': '"v1"' } })
    expect(stream.destroyed).toBe(true)
  })
})

describe('the caller of an endpoint', () => {
  const known = () => Promise.resolve(actorOf())
  const unfinished = () => Promise.resolve(actorOf({ lacksTotp: true }))
  const none = () => Promise.reject(new ProblemError('unauthenticated'))
  const optional = { policy: 'public', session: 'optional' }

  it('is required, with the role and the second factor that the endpoint needs', async () => {
    expect(await callerIn({}, known)).toBe('a')
    expect(await callerIn({}, none)).toBe('unauthenticated')
    expect(await callerIn({ policy: 'mail.configure' }, known)).toBe('forbidden')
    expect(await callerIn({}, unfinished)).toBe('totp_setup_required')
    expect(await callerIn({ beforeTotp: true }, unfinished)).toBe('a')
  })

  it('is a recipient by their token, also with a session', async () => {
    const asRecipient = async (token: string) =>
      await callerIn({ policy: 'recipient' }, known, { headers: { 'x-recipient': token } })
    expect(await asRecipient('right')).toBeNull()
    expect(await asRecipient('wrong')).toBe('not_found')
    expect(await callerIn({ policy: 'recipient' }, known)).toBe('not_found')
  })

  it('is unknown to a public one, and may be missing where it is optional', async () => {
    expect(await callerIn({ policy: 'public' }, known)).toBeNull()
    expect(await callerIn({ policy: 'setup' }, known)).toBeNull()
    expect(await callerIn(optional, known)).toBe('a')
    expect(await callerIn(optional, none)).toBeNull()
    expect(await callerIn(optional, unfinished)).toBeNull()
    for (const error of [new ProblemError('unavailable'), new Error('the database is gone')]) {
      expect(await callerIn(optional, () => Promise.reject(error))).toBe(error.message)
    }
  })

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 'forbidden'],
    [{ 'sec-purpose': 'prefetch;prerender' }, 'forbidden'],
    [{ purpose: 'prefetch' }, 'forbidden'],
    [{ 'sec-fetch-site': 'same-origin' }, 'a'],
    [{}, 'a'],
  ])('does not write by a request of another site or ahead of time: %j', async (headers, expected) => {
    expect(await callerIn({ writes: true }, known, { headers })).toBe(expected)
    expect(await callerIn({}, known, { headers })).toBe('a')
  })

  it('finds nothing at a path that cannot name anything', async () => {
    const more = { path: '/api/v1/shown/{id}/', params: z.strictObject({ id: z.string().check(z.maxLength(3)) }) }
    expect(await callerIn(more, known, { url: '/api/v1/shown/abc/' })).toBe('a')
    expect(await callerIn(more, known, { url: '/api/v1/shown/abcd/' })).toBe('not_found')
  })
})

it('two endpoints at one path must differ in the type of their body, and each has a known policy', () => {
  const api = createApi(fastify(), {} as ApiOptions)
  const route = (more: object) => () => api.route({ ...endpoint, ...more }, () => Promise.reject())
  route({})()
  expect(route({ name: 'other' })).toThrow('cannot be distinguished')
  expect(route({ name: 'with files', multipart: { maxFiles: 1, minFiles: 1 } })).not.toThrow()
  expect(route({ path: '/api/v1/other/', policy: 'unknown' })).toThrow('has no policy')
})

it.each([
  ['a gestor their company', 'gestor', 'c', [200, 'c']],
  ['an admin every company', 'admin', 'c', [200, null]],
  ['an admin without a company every company', 'admin', null, [200, null]],
  ['a mediador their company', 'mediador', 'c', [200, 'c']],
  // The database refuses such a user; one of a forged or damaged row must not see every company.
  ['a user without a company nothing', 'usuario', null, [500, undefined]],
] as const)('the database shows %s', async (_, role, company, expected) => {
  expect(await callAs(role, company)).toEqual(expected)
})

it('the database shows every company to a public call, which finds objects by secrets', async () => {
  expect(await callAs('gestor', 'c', { policy: 'public', session: 'optional' })).toEqual([200, null])
})

it('an endpoint that takes back its object needs a reader of it, and only such a one', () => {
  const api = createApi(fastify(), {} as ApiOptions)
  const never = () => Promise.reject(new Error('not called'))
  const returned = { returned: z.strictObject({}) }
  expect(() => api.route({ ...endpoint, ...returned }, never)).toThrow('needs a reader')
  expect(() => api.route(endpoint, never, never)).toThrow('needs a reader')
  expect(() => api.route({ ...endpoint, ...returned }, never, never)).not.toThrow()
})
