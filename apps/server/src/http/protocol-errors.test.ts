import type { FastifyServerOptions } from 'fastify'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { memorySink } from './memory-sink.ts'
import { protocolErrorHandlers } from './protocol-errors.ts'

type Answer = NonNullable<FastifyServerOptions['clientErrorHandler']>
const { clientErrorHandler: answer } = protocolErrorHandlers({ https: false })

/** What a client gets whose request failed with `code`, and whether its connection was destroyed. */
function received(code: string, { ended = false } = {}) {
  const socket = new PassThrough()
  if (ended) socket.end()
  ;(answer as Answer).call({} as never, Object.assign(new Error(), { code }) as never, socket as never)
  const { destroyed } = socket
  const text = destroyed ? null : (socket.read() as Buffer | null)
  return { status: text?.toString().slice(0, 13) ?? null, destroyed }
}

describe('a request that is no HTTP', () => {
  it.each([
    ['HPE_HEADER_OVERFLOW', 'HTTP/1.1 431 '],
    ['ERR_HTTP_REQUEST_TIMEOUT', 'HTTP/1.1 408 '],
    ['HPE_INVALID_METHOD', 'HTTP/1.1 400 '],
  ])('by %s is answered %s', (code, status) => {
    expect(received(code)).toEqual({ status, destroyed: false })
  })

  it('of a client that has gone or has an answer is not answered', () => {
    expect(received('ECONNRESET')).toEqual({ status: null, destroyed: true })
    expect(received('HPE_INVALID_METHOD', { ended: true })).toEqual({ status: null, destroyed: true })
  })
})

it('a small file is kept in memory, and wiped when it is discarded', async () => {
  const sink = memorySink()
  const stream = new PassThrough()
  stream.write('uno ')
  stream.end('dos')
  const file = await sink.receive({ index: 0, name: 'ana.p12', stream })
  expect(file.name).toBe('ana.p12')
  expect(Buffer.from(file.bytes).toString()).toBe('uno dos')
  await sink.discard(file)
  expect(file.bytes).toEqual(new Uint8Array(7))
})
