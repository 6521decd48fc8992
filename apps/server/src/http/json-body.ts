import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { bodyRuleOf, sizeOf } from './admission.ts'
import { isTooComplex } from './json-parts.ts'
import type { HttpLimits } from './limits.ts'
import { ProblemError } from './problem.ts'

/** Reads the body of a request as text, within the bytes and the time that it may take. */
export type ReadText = (request: FastifyRequest, payload: Readable) => Promise<string>

/** Collects bytes in one growing buffer: a body of tiny chunks must not cost an object for each. */
function createCollector(limit: number): { add: (chunk: Buffer) => boolean; text: () => string } {
  let bytes = Buffer.alloc(0)
  let length = 0
  return {
    /** False if the limit is exceeded. */
    add(chunk) {
      const needed = length + chunk.length
      if (needed > limit) return false
      if (needed > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(needed, bytes.length * 2, 1024)))
        bytes.copy(larger, 0, 0, length)
        bytes = larger
      }
      chunk.copy(bytes, length)
      length = needed
      return true
    },
    text: () => bytes.toString('utf8', 0, length),
  }
}

type TimeLimits = Pick<HttpLimits, 'jsonMs' | 'jsonBytesPerSecond'>

/** Time in milliseconds for the body of a request. Strangers get no more for a larger one. */
function timeFor(request: FastifyRequest, { jsonMs, jsonBytesPerSecond }: TimeLimits): number {
  const { bytes, signedIn } = bodyRuleOf(request)
  return signedIn ? jsonMs + (1000 * sizeOf(request, bytes)) / jsonBytesPerSecond : jsonMs
}

export function createTextReader(limits: TimeLimits): ReadText {
  return (request, payload) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const collected = createCollector(bodyRuleOf(request).bytes)
    const timer = setTimeout(() => reject(new ProblemError('request_timeout')), timeFor(request, limits))
    const onData = (chunk: Buffer) => {
      if (!collected.add(chunk)) reject(new ProblemError('payload_too_large'))
    }
    const onEnd = () => resolve(collected.text())
    payload.on('data', onData).once('end', onEnd).once('error', reject)
    return promise.finally(() => {
      clearTimeout(timer)
      // The error listener stays: a client that leaves later must not end the process.
      payload.off('data', onData).off('end', onEnd)
    })
  }
}

/** Parses JSON bodies; an empty one counts as none. Other types of text have no parser. */
export function acceptJson(app: FastifyInstance, readText: ReadText): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const parseSafely = (request: FastifyRequest, json: string) =>
    new Promise<unknown>((resolve, reject) => {
      void parse(request, json, (error, body) => (error === null ? resolve(body) : reject(error)))
    })
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const json = await readText(request, payload)
    if (json === '') return undefined
    if (isTooComplex(json, bodyRuleOf(request).values)) throw new ProblemError('malformed_request')
    return await parseSafely(request, json)
  })
}
