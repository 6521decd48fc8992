import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../deps.ts'
import { createAddressCounter } from '../lib/address-counter.ts'
import { networkOf } from '../lib/network-of.ts'
import { createQuota, type Quota } from '../lib/quota.ts'
import { jsonLimits, type HttpLimits } from './limits.ts'
import { ProblemError } from './problem.ts'

/** What a request may send. `signedIn`: its caller was authenticated, so the limits of public calls do not apply. */
export type BodyRule = { bytes: number; values: number; signedIn: boolean }

const rules = new WeakMap<FastifyRequest, BodyRule>()
const ofStrangers: BodyRule = { ...jsonLimits.public, signedIn: false }

/** Sets what a request may send, before its body is read. */
export function allowBody(request: FastifyRequest, rule: BodyRule): void {
  rules.set(request, rule)
}

/** The rule of a request; without one, that of callers without a session. */
export const bodyRuleOf = (request: FastifyRequest): BodyRule => rules.get(request) ?? ofStrangers

const bodyless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

export const isMultipart = (request: FastifyRequest): boolean => request.mediaType === 'multipart/form-data'

/** Bytes of the body of a request: the declared ones, `unknown` for a chunked body, 0 if there is none to read. */
export function sizeOf({ method, headers }: FastifyRequest, unknown: number): number {
  if (bodyless.has(method)) return 0
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : unknown
}

/** Seconds after which a client that exceeded a limit may try again. */
const soon = 10

/** Takes `amount` for an address; throws if it or everything is full. */
function take(quota: Quota, address: string, amount: number): void {
  const outcome = quota.take(address, amount)
  if (outcome === 'full') throw new ProblemError('unavailable', { retryAfter: soon })
  if (outcome === 'holder_full') throw new ProblemError('too_many_attempts', { retryAfter: soon })
}

/** Closes the connection if the rest of a body that the response did not wait for does not arrive in time. */
function closeUnfinished({ raw }: FastifyRequest, reply: FastifyReply, ms: number): void {
  reply.raw.once('finish', () => {
    if (raw.complete || raw.destroyed) return
    const timer = setTimeout(() => raw.destroy(), ms).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}

/**
 * Limits what clients may occupy, before any body is read: requests in progress and bytes of bodies per address and in
 * total, the size of a body, and public calls with a body per address.
 */
export function limitRequests(app: FastifyInstance, limits: HttpLimits, clock: Clock): void {
  const requests = createQuota({ total: Infinity, perHolder: limits.requestsPerAddress })
  const bodies = createQuota({ total: limits.bodyBytes, perHolder: limits.bodyBytesPerAddress })
  const secondsToWait = createAddressCounter(limits.publicCalls, clock)
  const heldBytes = new WeakMap<FastifyRequest, number>()

  app.addHook('onRequest', async (request, reply) => {
    closeUnfinished(request, reply, limits.lingerMs)
    const address = networkOf(request.ip)
    take(requests, address, 1)
    // A static file has ten listeners of the framework already.
    reply.raw.setMaxListeners(20)
    // When the response is complete or the connection is closed.
    reply.raw.once('close', () => {
      requests.release(address, 1)
      bodies.release(address, heldBytes.get(request) ?? 0)
    })
  })

  /** Throws if the body of a request must not be read. */
  const admitBody = (request: FastifyRequest) => {
    const { bytes, signedIn } = bodyRuleOf(request)
    const size = sizeOf(request, bytes)
    if (size === 0) return
    const retryAfter = signedIn ? 0 : secondsToWait(request.ip)
    if (retryAfter > 0) throw new ProblemError('too_many_attempts', { retryAfter })
    // Files are streamed; their JSON part is held in memory.
    if (size > bytes && !isMultipart(request)) throw new ProblemError('payload_too_large')
    const held = Math.min(size, bytes)
    take(bodies, networkOf(request.ip), held)
    heldBytes.set(request, held)
  }

  // Runs after the caller was identified, and before the body is read.
  app.addHook('preParsing', async (request, reply) => {
    // Nothing would be released after this: 'close' was emitted while the caller was identified.
    if (reply.raw.destroyed) throw new ProblemError('malformed_request', { cause: request.raw.errored })
    admitBody(request)
  })

  app.addHook('onSend', async (request, reply) => {
    // Draining what refused strangers still send would cost as much as reading it.
    const isRefused = reply.statusCode >= 400 && !request.raw.complete
    if (isRefused && !bodyRuleOf(request).signedIn) reply.header('connection', 'close')
    reply.raw.setTimeout(limits.idleResponseMs, () => reply.raw.destroy())
  })
}
