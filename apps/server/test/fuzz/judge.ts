import type { Endpoint } from '@foja/contracts/endpoint'
import { endpoints } from '@foja/contracts/endpoints'
import { errorCodesOf } from '@foja/contracts/openapi'
import { problemSchema, type ErrorCode } from '@foja/contracts/problem'
import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'
import type { Plan } from './plans.ts'
import type { ProblemKind } from './report.ts'

/** A response; `body` is empty for an event stream. */
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; ms: number }

/** Error codes that any endpoint may answer besides those of its contract. */
const common: readonly ErrorCode[] = [
  'validation_failed',
  'malformed_request',
  'payload_too_large',
  'too_many_attempts',
  'paused',
  'not_found',
  'method_not_allowed',
  'unauthenticated',
  'forbidden',
  'totp_setup_required',
]

/** Traces of internals. */
const insides = /\n\s+at .+:\d+:\d+|node_modules|\$argon2|syntax error at or near|violates \w+ constraint/

/** Even on a busy computer, a slower request holds up others. */
const slowMs = 30_000

function judgeReply(endpoint: Endpoint, { status, headers, body }: Answer): string | null {
  const declared = endpoint.replies[status]!
  const schema = 'binary' in declared ? declared.json : declared
  const promised = 'binary' in declared ? declared.binary : ''
  if (promised !== '' && headers['content-type']?.startsWith(promised) === true) return null
  const isJson = headers['content-type']?.startsWith('application/json') === true
  if (status === 304 || body.length === 0) return null
  if (!isJson) return 'binary' in declared ? null : `no JSON but ${headers['content-type']}`
  if (schema === undefined) return 'JSON where bytes were promised'
  const parsed = z.safeParse(schema, JSON.parse(body.toString()))
  return parsed.success ? null : `breaks its contract: ${z.prettifyError(parsed.error).slice(0, 300)}`
}

function judgeProblem(endpoint: Endpoint | null, { status, headers, body }: Answer): string | null {
  if (headers['content-type']?.startsWith('application/problem+json') !== true)
    return `no problem but ${headers['content-type']}`
  const parsed = z.safeParse(problemSchema, JSON.parse(body.toString()))
  if (!parsed.success) return `no good problem: ${z.prettifyError(parsed.error).slice(0, 300)}`
  if (parsed.data.status !== status) return `status ${status} says ${parsed.data.status}`
  if (endpoint === null) return null
  // Endpoints that share method and path are distinguished by the content type.
  const calls = endpoints.filter(({ method, path }) => method === endpoint.method && path === endpoint.path)
  const codes: readonly string[] = [...calls.flatMap(errorCodesOf), ...common]
  return codes.includes(parsed.data.code) ? null : `code ${parsed.data.code}, which its contract does not name`
}

type Wrong = { kind: ProblemKind; text: string }

const broken = (text: string | null): Wrong | null => (text === null ? null : { kind: 'broken contract', text })

/** Returns what is wrong with a response, or null. `hidden`: what it reveals that its sender must not see. */
export function judge({ endpoint, path }: Plan, answer: Answer, hidden: readonly string[]): Wrong | null {
  const { status, headers, body, ms } = answer
  const text = body.toString('latin1')
  if (status >= 500) return { kind: '5xx', text: `${status} ${text.slice(0, 400)}` }
  if (hidden.length > 0) return { kind: 'foreign words', text: `reveals ${hidden.join(', ')}` }
  if (insides.test(text) && path.startsWith('/api/v1/')) return broken(`insides of the program: ${text.slice(0, 300)}`)
  if (headers['x-content-type-options'] !== 'nosniff' || headers['content-security-policy'] === undefined)
    return broken('no security headers')
  if (ms > slowMs) return { kind: 'no answer', text: `took ${Math.round(ms)} ms` }
  // Node itself answers overlong headers.
  if (!path.startsWith('/api/v1/') || status === 431) return null
  if (endpoint !== null && endpoint.replies[status] !== undefined) return broken(judgeReply(endpoint, answer))
  return status === 304 ? null : broken(judgeProblem(endpoint, answer))
}
