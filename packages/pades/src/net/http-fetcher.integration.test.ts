import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { NetworkError } from './fetcher.ts'
import type { FetchRequest } from './fetcher.ts'
import { createHttpFetcher, redirectTarget } from './http-fetcher.ts'
import type { HttpFetcherOptions } from './http-fetcher.ts'

const servers: Server[] = []

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

async function serve(listener: Listener): Promise<number> {
  const server = createServer((request, response) => void listener(request, response))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Every name resolves to this machine. */
const resolve: HttpFetcherOptions['resolve'] = async () => [{ address: '127.0.0.1', family: 4 }]

function ask(url: string, options: HttpFetcherOptions = {}, request: Partial<FetchRequest> = {}) {
  const fetcher = createHttpFetcher({ retries: 0, pauseMs: 1, timeoutMs: 20_000, resolve, ...options })
  return fetcher({ url, method: 'GET', maxBytes: 1000, ...request })
}

async function failureOf(work: Promise<unknown>): Promise<[string, string]> {
  try {
    await work
  } catch (error) {
    if (error instanceof NetworkError) return [error.code, error.host]
    throw error
  }
  return ['answered', '']
}

const textOf = ({ body }: { body: Uint8Array }): string => Buffer.from(body).toString()

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

describe('the fetcher never requests', () => {
  it.each([
    'ftp://example.org/a',
    'file:///etc/passwd',
    'ldap://example.org/cn=a',
    'javascript:1',
    'data:,a',
    'no url',
    '//example.org/',
    'http://ana:secret@example.org/',
    'http://:secret@example.org/',
  ])('%s', async (url) => {
    const error = await ask(url).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'url_not_supported' })
    expect(String(error)).not.toContain('secret')
  })

  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://169.254.169.254/latest/meta-data/',
    'https://10.1.2.3:8443/',
    'http://0/',
  ])('%s: not a public address', async (url) => {
    expect(await failureOf(ask(url))).toEqual(['address_forbidden', new URL(url).host])
  })

  it('a name that resolves to a private address, even among public ones', async () => {
    const inside = { address: '10.0.0.7', family: 4 }
    const mixed = async () => [{ address: '93.184.216.34', family: 4 }, inside]
    expect(await failureOf(ask('http://tsa.example/', { resolve: async () => [inside] }))).toEqual([
      'address_forbidden',
      'tsa.example',
    ])
    expect(await failureOf(ask('http://tsa.example/', { resolve: mixed }))).toEqual([
      'address_forbidden',
      'tsa.example',
    ])
  })

  it.each<[string, () => Promise<{ address: string; family: number }[]>, string]>([
    ['a private name', async () => [{ address: '10.0.0.7', family: 4 }], 'address_forbidden'],
    ['an unknown name', async () => await Promise.reject(new Error('ENOTFOUND')), 'unreachable'],
  ])('%s, after as many attempts as any other', async (_name, answer, code) => {
    let lookups = 0
    const counted = async () => {
      lookups += 1
      return await answer()
    }
    const [found] = await failureOf(ask('http://tsa.example/', { retries: 2, resolve: counted }, { method: 'POST' }))
    expect([found, lookups]).toEqual([code, 3])
  })

  it('another port of an allowed host and port', async () => {
    const port = await serve((_, response) => response.end('here'))
    expect(textOf(await ask(`http://own.example:${port}/`, { allowPrivate: [`own.example:${port}`] }))).toBe('here')
    expect(textOf(await ask(`http://own.example:${port}/`, { allowPrivate: ['OWN.example'] }))).toBe('here')
    const other = await failureOf(ask(`http://own.example:${port}/`, { allowPrivate: ['own.example:1'] }))
    expect(other).toEqual(['address_forbidden', `own.example:${port}`])
  })
})

describe('connecting', () => {
  it('uses the checked address, even if the name changes afterwards', async () => {
    const port = await serve((request, response) => response.end(request.headers.host))
    let asked = 0
    const changing = async () => {
      asked++
      return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }]
    }
    const reply = await ask(`http://own.example:${port}/`, { allowPrivate: ['own.example'], resolve: changing })
    expect(textOf(reply)).toBe(`own.example:${port}`)
    expect(asked).toBe(1)
  })

  it('posts, and returns status, media type and body', async () => {
    const port = await serve(async (request, response) => {
      response.writeHead(418, { 'content-type': 'Application/Timestamp-Reply; charset=x' })
      response.end(`${request.method} ${request.headers['content-type']} ${await bodyOf(request)}`)
    })
    const body = Buffer.from('question')
    const post = { method: 'POST', body, contentType: 'application/timestamp-query' } as const
    const reply = await ask(`http://own.example:${port}/`, { allowPrivate: ['own.example'] }, post)
    expect([reply.status, reply.contentType]).toEqual([418, 'application/timestamp-reply'])
    expect(textOf(reply)).toBe('POST application/timestamp-query question')
  })

  it('ignores proxies in the environment', async () => {
    const port = await serve((_, response) => response.end('direct'))
    process.env['HTTP_PROXY'] = 'http://127.0.0.1:9'
    process.env['NODE_USE_ENV_PROXY'] = '1'
    try {
      expect(textOf(await ask(`http://own.example:${port}/`, { allowPrivate: ['own.example'] }))).toBe('direct')
    } finally {
      delete process.env['HTTP_PROXY']
      delete process.env['NODE_USE_ENV_PROXY']
    }
  })
})

describe('redirects', () => {
  const allowPrivate = ['own.example', 'second.example']

  it('are followed with method and body, without the password for other hosts', async () => {
    const seen: (string | undefined)[] = []
    const second = await serve(async (request, response) => {
      seen.push(request.headers.authorization)
      response.end(`${request.method} ${await bodyOf(request)}`)
    })
    const first = await serve((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(307, { location: `http://second.example:${second}/b` }).end()
    })
    const post = { method: 'POST', body: Buffer.from('q'), authorization: 'Basic c2VjcmV0' } as const
    expect(textOf(await ask(`http://own.example:${first}/`, { allowPrivate }, post))).toBe('POST q')
    expect(seen).toEqual(['Basic c2VjcmV0', undefined])
  })

  it.each([
    ['to a private address', 'http://169.254.169.254/', 'address_forbidden'],
    ['to a loopback name', 'http://inside.example/', 'address_forbidden'],
    ['to another protocol', 'ftp://own.example/', 'url_not_supported'],
    ['with credentials', 'http://a:b@own.example/', 'url_not_supported'],
    ['nowhere', '', 'redirect'],
    ['for ever', '/', 'redirect'],
  ])('%s are refused', async (_, location, code) => {
    const port = await serve((__, response) => response.writeHead(302, { location }).end())
    expect((await failureOf(ask(`http://own.example:${port}/`, { allowPrivate })))[0]).toBe(code)
  })

  it('that change the method are refused', async () => {
    const port = await serve((_, response) => response.writeHead(303, { location: '/other' }).end())
    const post = { method: 'POST', body: Buffer.from('q') } as const
    expect((await failureOf(ask(`http://own.example:${port}/`, { allowPrivate }, post)))[0]).toBe('redirect')
  })

  it('never lead from https to http', () => {
    const from = new URL('https://tsa.example/a')
    expect(redirectTarget(from, '/b').href).toBe('https://tsa.example/b')
    expect(() => redirectTarget(from, 'http://tsa.example/b')).toThrow(new NetworkError('redirect', 'tsa.example'))
    expect(redirectTarget(new URL('http://tsa.example/'), 'https://tsa.example/').protocol).toBe('https:')
  })
})

describe('limits', () => {
  const allowPrivate = ['own.example']

  it('refuse a body that is too large, declared or not', async () => {
    const announced = await serve((_, response) => response.end(Buffer.alloc(1001)))
    const streamed = await serve((_, response) => {
      for (let i = 0; i < 20; i++) response.write(Buffer.alloc(100))
      response.end()
    })
    expect(await failureOf(ask(`http://own.example:${announced}/`, { allowPrivate }))).toEqual([
      'too_large',
      `own.example:${announced}`,
    ])
    expect((await failureOf(ask(`http://own.example:${streamed}/`, { allowPrivate })))[0]).toBe('too_large')
  })

  it('end a server that never answers, one that never ends, and a name that never resolves', async () => {
    const silent = await serve(() => undefined)
    const endless = await serve((_, response) => response.write('a'))
    const short = { allowPrivate, timeoutMs: 200 }
    expect((await failureOf(ask(`http://own.example:${silent}/`, short)))[0]).toBe('timeout')
    expect((await failureOf(ask(`http://own.example:${endless}/`, short)))[0]).toBe('timeout')
    const never = () => new Promise<never>(() => undefined)
    expect((await failureOf(ask('http://own.example/', { ...short, resolve: never })))[0]).toBe('timeout')
  })

  it('report a truncated body', async () => {
    const port = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('abc', () => response.destroy())
    })
    expect((await failureOf(ask(`http://own.example:${port}/`, { allowPrivate })))[0]).toBe('unreachable')
  })
})

describe('retries', () => {
  const allowPrivate = ['own.example']

  async function unsteady(failures: number, fail: Listener) {
    const state = { asked: 0 }
    const port = await serve((request, response) => {
      state.asked++
      if (state.asked <= failures) fail(request, response)
      else response.end('at last')
    })
    return { state, url: `http://own.example:${port}/` }
  }

  it('repeat a GET after a broken connection or a temporary status', async () => {
    const broken = await unsteady(2, (request) => request.socket.destroy())
    expect(textOf(await ask(broken.url, { allowPrivate, retries: 2 }))).toBe('at last')
    const busy = await unsteady(2, (_, response) => response.writeHead(503).end())
    expect(textOf(await ask(busy.url, { allowPrivate, retries: 2 }))).toBe('at last')
    const tooBusy = await unsteady(5, (_, response) => response.writeHead(503).end())
    expect((await ask(tooBusy.url, { allowPrivate, retries: 2 })).status).toBe(503)
    expect(tooBusy.state.asked).toBe(3)
  })

  it('never repeat a POST that may have been read, nor a refused request', async () => {
    const post = { method: 'POST', body: Buffer.from('q') } as const
    const broken = await unsteady(1, (request) => request.socket.destroy())
    expect((await failureOf(ask(broken.url, { allowPrivate, retries: 2 }, post)))[0]).toBe('unreachable')
    expect(broken.state.asked).toBe(1)
    const refused = await unsteady(1, (_, response) => response.writeHead(404).end())
    expect((await ask(refused.url, { allowPrivate, retries: 2 })).status).toBe(404)
  })

  it('repeat a POST that reached no server', async () => {
    let asked = 0
    const failing = async () => {
      asked++
      throw new Error('EAI_AGAIN')
    }
    const post = { method: 'POST', body: Buffer.from('q') } as const
    const options = { allowPrivate, retries: 2, resolve: failing }
    expect(await failureOf(ask('http://own.example/', options, post))).toEqual(['unreachable', 'own.example'])
    expect(asked).toBe(3)
  })
})
