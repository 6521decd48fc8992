import { endpoints } from '@foja/contracts/endpoints'
import type { ErrorCode } from '@foja/contracts/problem'
import { DatabaseProblem, sqlState } from '@foja/db/errors'
import { StorageError, type StorageErrorCode } from '@foja/storage/errors'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pickLocale } from '../texts/locale.ts'
import { presentProblem, ProblemError } from './problem.ts'
import { note } from './request-facts.ts'

/** Error codes of the framework and the operating system, mapped to ours. */
const knownCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'malformed_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_request',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  ENOSPC: 'storage_full',
  EDQUOT: 'storage_full',
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
}

const storageCodes: Record<StorageErrorCode, ErrorCode> = {
  too_large: 'file_too_large',
  disk_full: 'storage_full',
  forbidden: 'unavailable',
  unavailable: 'unavailable',
  no_bucket: 'unavailable',
  timeout: 'unavailable',
  // A row that references a missing file is a server error.
  not_found: 'internal',
  bad_key: 'internal',
  damaged: 'internal',
  unknown_key: 'internal',
}

/** SQLSTATEs, or their first two characters, that are not server errors (PostgreSQL, appendix A). */
const databaseCodes: Record<string, ErrorCode> = {
  // A NUL in a text, or half of a surrogate pair in JSON: PostgreSQL cannot store them.
  '22021': 'validation_failed',
  '22P05': 'validation_failed',
  '22P02': 'validation_failed',
  // A number out of range.
  '22003': 'validation_failed',
  '53100': 'storage_full',
  '53': 'unavailable',
  '57': 'unavailable',
  '08': 'unavailable',
  '40': 'unavailable',
}

function databaseCode(error: unknown): ErrorCode | undefined {
  const state = sqlState(error)
  return state === null ? undefined : (databaseCodes[state] ?? databaseCodes[state.slice(0, 2)])
}

/** True for an invalid JSON body. V8 quotes the text in its message, and that may contain a passphrase. */
const isBadJson = (error: Error, code: string, status: unknown) =>
  code === 'FST_ERR_CTP_INVALID_JSON_BODY' || (error instanceof SyntaxError && status === 400)

/** Statuses that the static file plugin uses for paths with a NUL or outside of its folder. */
const isOddAddress = (status: unknown) => status === 400 || status === 403 || status === 404

/** Maps any thrown value to the problem that is sent. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  if (error instanceof StorageError) return new ProblemError(storageCodes[error.code], { cause: error })
  if (error instanceof DatabaseProblem) {
    return new ProblemError(error.code === 'nested_query' ? 'internal' : 'unavailable', { cause: error })
  }
  if (!(error instanceof Error)) return new ProblemError('internal', { cause: error })
  const name = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (isBadJson(error, name, status)) return new ProblemError('malformed_request', { cause: error.name })
  const code = knownCodes[name] ?? databaseCode(error)
  return new ProblemError(code ?? (isOddAddress(status) ? 'not_found' : 'internal'), { cause: error })
}

const serverErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'internal',
  'unavailable',
  'antivirus_unavailable',
  'storage_full',
])

/** Like `toProblem`, and logs it: server errors as errors, others at debug level. */
export function reportProblem(error: unknown, log: FastifyBaseLogger): ProblemError {
  const problem = toProblem(error)
  const cause = problem.options.cause ?? problem
  // A full queue is logged like a refusal: it is no failure, and strangers can cause it.
  const isFull = problem.code === 'unavailable' && problem.options.retryAfter !== undefined
  if (!isFull && serverErrors.has(problem.code)) {
    log.error({ err: cause }, 'request failed')
  } else {
    log.debug({ err: cause }, 'request refused')
  }
  return problem
}

export function sendProblem(error: ProblemError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = presentProblem(error, pickLocale(request.headers['accept-language']), request.id, baseOf(request))
  note(request, { code: error.code })
  const { retryAfter } = error.options
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))))
  // RFC 9110, 15.5.2.
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem))
}

/** The path of PUBLIC_URL, which `belowBase` took off the address of a request. */
const baseOf = ({ originalUrl, url }: FastifyRequest) => originalUrl.slice(0, originalUrl.length - url.length)

/** Path of a request without its query, which carries the secret of links and must not be logged. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

/**
 * Path for the log: the pattern of the route, because paths carry secrets too (`/api/v1/file/<token>/`). Without a
 * route, segments as long as a token are left out.
 */
export function logPathOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? pathOf(request).replace(/[^/]{37,}/g, '…')
}

const patterns = endpoints.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Methods of an API path; empty for an unknown path. */
function methodsOf(path: string): string[] {
  return [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
}

/** True if the client closed its connection before its request was complete: no error of the server. */
const hasLeft = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/** True if an error says only that the client left: that of the closed connection, also as a cause. */
function isLeaving(error: unknown, { raw }: FastifyRequest): boolean {
  const cause = error instanceof ProblemError ? error.options.cause : error
  if (cause instanceof Error && 'code' in cause && cause.code === 'FST_MP_PREMATURE_CLOSE') return true
  return cause !== undefined && cause === raw.errored
}

/** Handles requests without a route: problems for the API, `fallback` for everything else. */
export function registerErrors(
  app: FastifyInstance,
  fallback: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply> | undefined,
): void {
  app.setErrorHandler((error, request, reply) => {
    if (!hasLeft(request)) return sendProblem(reportProblem(error, request.log), request, reply)
    // Any other error would have occurred without that, or shows a mistake in handling it.
    if (!isLeaving(error, request)) reportProblem(error, request.log)
    note(request, { left: true })
    request.log.debug({ path: logPathOf(request) }, 'the client left before its request was complete')
    return sendProblem(new ProblemError('malformed_request'), request, reply)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    if (!path.startsWith('/api/')) {
      const answer = fallback(request, reply)
      if (answer !== undefined) return answer
    }
    const methods = methodsOf(path)
    // A known path and method without a route has an invalid parameter, such as an overlong id.
    if (methods.length === 0 || methods.includes(request.method))
      return sendProblem(new ProblemError('not_found'), request, reply)
    reply.header('allow', methods.join(', '))
    return sendProblem(new ProblemError('method_not_allowed'), request, reply)
  })
}
