import type { ErrorCode } from '@foja/contracts/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import type { Clock } from '../deps.ts'
import { logPathOf } from './errors.ts'
import { createLogRateLimit } from './log-rate-limit.ts'
import { factsOf } from './request-facts.ts'

/** More than honest work brings, and little enough for a disk. */
const refusalsPerMinute = 120

/** Refusals that honest work meets seldom and whoever tries doors meets often, and those by an authority that fails. */
const telling: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unauthenticated',
  'forbidden',
  'method_not_allowed',
  'too_many_attempts',
  'unavailable',
  'payload_too_large',
  'malformed_request',
  'setup_code_wrong',
  'setup_elsewhere',
  'password_wrong',
  'totp_wrong',
  'p12_wrong_passphrase',
  'link_expired',
  'code_unknown',
  'signature_mismatch',
  'timestamp_failed',
  'revocation_unavailable',
])

/** The calls of the session refuse in NextAuth's shapes: a status, or for plain forms the sign-in page with an error. */
function isRefusedSignIn(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.routeOptions.url?.startsWith('/api/auth/') !== true) return false
  return reply.statusCode >= 400 || /[?&]error=/.test(String(reply.getHeader('location')))
}

/** Whether the log tells of an answer at its usual level. What there is not may be what somebody else has. */
function isTelling(request: FastifyRequest, reply: FastifyReply, code: ErrorCode | undefined): boolean {
  if (code === undefined) return isRefusedSignIn(request, reply)
  if (code === 'not_found') return request.routeOptions.url?.startsWith('/api/v1/') === true
  return telling.has(code)
}

/**
 * One line a request (OWASP ASVS 5.0, V16.3): who, from where, what and how it ended, without a query, a body or a name.
 * Refusals that tell of an attack are warnings, and so is what is no HTTP at all; the rest is for whoever wants to see
 * all of it. Of many in a minute the first are told one by one, and then how many more there were: nobody fills the log.
 */
export function logRequests(app: FastifyInstance, clock: Clock): void {
  const cap = createLogRateLimit(clock, refusalsPerMinute, (leftOut) => {
    app.log.warn({ leftOut }, 'refused more than were told one by one')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status, elapsedTime } = reply
    const { user, about, code } = factsOf(request)
    const place = { method: request.method, path: logPathOf(request), status, ms: Math.round(elapsedTime) }
    const line = { ...place, ip: request.ip, user, about, code }
    cap.settle()
    if (isTelling(request, reply, code) && cap.take()) request.log.warn(line, 'refused')
    else request.log.info(line, 'request')
  })
  app.server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code?.startsWith('HPE_') !== true || !cap.take()) return
    app.log.warn({ code: error.code, ip: socket.remoteAddress }, 'refused what is no HTTP')
  })
}
