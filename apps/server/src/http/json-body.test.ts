import type { FastifyRequest } from 'fastify'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allowBody } from './admission.ts'
import { createTextReader } from './json-body.ts'
import { usualLimits } from './limits.ts'

const megabyte = 1024 * 1024
const largest = 12 * megabyte

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** The seconds after which an unfinished body is refused. */
async function secondsFor(headers: Record<string, string>, signedIn: boolean): Promise<number> {
  const request = { method: 'POST', headers } as unknown as FastifyRequest
  allowBody(request, { bytes: largest, values: 1, signedIn })
  const refused = expect(createTextReader(usualLimits)(request, new PassThrough())).rejects.toMatchObject({
    code: 'request_timeout',
  })
  const begin = Date.now()
  vi.advanceTimersToNextTimer()
  await refused
  return (Date.now() - begin) / 1000
}

/** Sends chunks of a body that may have `bytes`; returns its text. */
async function readChunks(chunks: readonly string[], bytes: number): Promise<string> {
  const request = { method: 'POST', headers: {} } as unknown as FastifyRequest
  allowBody(request, { bytes, values: 1, signedIn: true })
  const payload = new PassThrough()
  const read = createTextReader(usualLimits)(request, payload)
  for (const chunk of chunks) payload.write(chunk)
  payload.end()
  return await read
}

describe('the text of a JSON body', () => {
  it('is joined from chunks of any size, up to its limit', async () => {
    const chunks = ['{"a":', '"', 'ñ'.repeat(700), '€'.repeat(2000), '"', '}']
    const text = chunks.join('')
    const size = Buffer.byteLength(text)
    expect(await readChunks(chunks, size)).toBe(text)
    expect(await readChunks([text], size)).toBe(text)
    expect(await readChunks([], size)).toBe('')
    await expect(readChunks(chunks, size - 1)).rejects.toMatchObject({ code: 'payload_too_large' })
  })
})

describe('the time for a JSON body', () => {
  it('is 30 seconds for a caller without a session, of any size', async () => {
    expect(await secondsFor({ 'content-length': String(largest) }, false)).toBe(30)
    expect(await secondsFor({ 'transfer-encoding': 'chunked' }, false)).toBe(30)
  })

  it('grows with the size for a user, and ends before the time for a whole request', async () => {
    expect(await secondsFor({ 'content-length': String(megabyte) }, true)).toBe(30 + 64)
    expect(await secondsFor({ 'content-length': String(largest) }, true)).toBe(30 + 12 * 64)
    expect(await secondsFor({ 'transfer-encoding': 'chunked' }, true)).toBe(30 + 12 * 64)
    expect(30 + 12 * 64).toBeLessThan(usualLimits.requestMs / 1000)
  })
})
