import type { ErrorCode } from '@foja/contracts/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import type { Clock } from '../deps.ts'
import { logPathOf } from './errors.ts'
import { createLogRateLimit } from './log-rate-limit.ts'
import { factsOf } from './request-facts.ts'

/** Above normal use, and low enough for the disk. */
const refusalsPerMinute = 120

/** Refusals that are rare in normal use and frequent in attacks, and failures of authorities. */
const telling: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unauthenticated',
  'key_refused',
  'key_scope_missing',
  'key_not_allowed',
  'forbidden',
  'method_not_allowed',
  'too_many_attempts',
  'paused',
  'unavailable',
  'payload_too_large',
  'request_timeout',
  'malformed_request',
  'setup_code_wrong',
  'setup_elsewhere',
  'password_wrong',
  'totp_wrong',
  'passkey_wrong',
  'p12_wrong_passphrase',
  'passphrase_paused',
  'link_expired',
  'code_unknown',
  'signature_mismatch',
  'timestamp_failed',
  'revocation_unavailable',
])

/** True for refused sign-ins, which have NextAuth's shapes: a status, or for plain forms a redirect with an error. */
function isRefusedSignIn(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.routeOptions.url?.startsWith('/api/auth/') !== true) return false
  return reply.statusCode >= 400 || /[?&]error=/.test(String(reply.getHeader('location')))
}

/** True if the refusal is logged as a warning. A 404 may be an attempt at ids of others. */
function isTelling(request: FastifyRequest, reply: FastifyReply, code: ErrorCode | undefined): boolean {
  if (code === undefined) return isRefusedSignIn(request, reply)
  if (code === 'not_found') return request.routeOptions.url?.startsWith('/api/v1/') === true
  return telling.has(code)
}

/**
 * Logs one line per request (OWASP ASVS 5.0, V16.3): user, address, route and result, without query, body or names.
 * Refusals that may be attacks, and invalid HTTP, are warnings; the rest is at info level. Warnings are limited per
 * minute and the number of dropped ones is logged, so that nothing can flood the log.
 */
export function logRequests(app: FastifyInstance, clock: Clock): void {
  const cap = createLogRateLimit(clock, refusalsPerMinute, (leftOut) => {
    app.log.warn({ leftOut }, 'more refusals than are logged one by one')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status, elapsedTime } = reply
    const { user, key, about, code, left } = factsOf(request)
    const place = { method: request.method, path: logPathOf(request), status, ms: Math.round(elapsedTime) }
    const line = { ...place, ip: request.ip, user, key, about, code }
    cap.settle()
    if (left === true) request.log.debug(line, 'the client left')
    else if (isTelling(request, reply, code) && cap.take()) request.log.warn(line, 'refused')
    else request.log.info(line, 'request')
  })
  app.server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // HPE_INVALID_EOF_STATE: the client left within a request.
    if (error.code?.startsWith('HPE_') !== true || error.code === 'HPE_INVALID_EOF_STATE' || !cap.take()) return
    app.log.warn({ code: error.code, ip: socket.remoteAddress }, 'refused invalid HTTP')
  })
}
