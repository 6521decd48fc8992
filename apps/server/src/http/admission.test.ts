import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allowBody, bodyRuleOf, limitRequests, sizeOf } from './admission.ts'
import { registerErrors } from './errors.ts'
import { usualLimits } from './limits.ts'

const bytes = 1000
const body = JSON.stringify('x'.repeat(bytes - 2))
const json = 'content-type: application/json'

let app: FastifyInstance
beforeEach(() => {
  app = fastify()
  registerErrors(app, () => undefined)
  limitRequests(app, { ...usualLimits, bodyBytesPerAddress: bytes }, () => new Date())
})
afterEach(() => app.close())

async function listen(): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

describe('the bytes of a body', () => {
  it('are those that are declared, or the most where none are, and none where nothing is read', () => {
    const size = (method: string, headers: Record<string, string>) => sizeOf({ method, headers } as FastifyRequest, 99)
    expect(size('POST', { 'content-length': '7' })).toBe(7)
    expect(size('POST', {})).toBe(0)
    expect(size('POST', { 'transfer-encoding': 'chunked' })).toBe(99)
    for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(size(method, { 'content-length': '7' })).toBe(0)
  })

  it('are those of a stranger until the caller is known', () => {
    const request = {} as FastifyRequest
    expect(bodyRuleOf(request)).toEqual({ bytes: 16_384, values: 1000, signedIn: false })
    allowBody(request, { bytes: 1, values: 2, signedIn: true })
    expect(bodyRuleOf(request)).toEqual({ bytes: 1, values: 2, signedIn: true })
  })

  it('are not taken for a client that left while its caller was identified', async () => {
    const began = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const end = async () => ended.resolve()
    const onRequest = async (request: FastifyRequest, { raw }: FastifyReply) => {
      allowBody(request, { bytes, values: 1, signedIn: true })
      began.resolve()
      await once(raw, 'close')
    }
    app.post('/held', { onRequest, preParsing: end, onError: end }, () => '')
    app.post('/', () => 'read')
    const port = await listen()
    const socket = connect({ port, host: '127.0.0.1' })
    socket.write(['POST /held HTTP/1.1', 'host: x', json, `content-length: ${bytes}`, '', ''].join('\r\n'))
    await began.promise
    socket.destroy()
    await ended.promise
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status).toBe(200)
  })
})
