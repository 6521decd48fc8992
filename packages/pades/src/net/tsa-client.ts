import { randomBytes } from 'node:crypto'
import type { SigningHash } from '../cms/oids.ts'
import { PadesError } from '../errors.ts'
import { timestampRequest } from '../tsp/request.ts'
import { readTimestampResponse } from '../tsp/response.ts'
import { parseTimestampToken, timestampProblems } from '../tsp/token.ts'
import type { TimestampToken } from '../tsp/token.ts'
import { NetworkError, hostOf } from './fetcher.ts'
import type { Fetcher, FetchReply } from './fetcher.ts'

/** A timestamp authority (RFC 3161 over HTTP). Credentials are here, never in the URL. */
export type TimestampAuthority = { url: string; username?: string; password?: string; policy?: string }

/** The digest to stamp, by `hash`. */
export type Stamped = { digest: Uint8Array; hash: SigningHash }

/** Tokens have 4 to 9 KB. */
const maxReply = 256 * 1024
/** The first is from RFC 3161 §3.4; the second is a mistake of some authorities. */
const replyTypes = new Set(['application/timestamp-reply', 'application/timestamp-response'])
const refusedStatuses = new Set([401, 403, 407])

type Fail = (reason: string, more?: Record<string, unknown>) => never

function failing(host: string): Fail {
  return (reason, more) => {
    throw new PadesError('timestamp_failed', { reason, host, ...more })
  }
}

function authorizationOf({ username, password }: TimestampAuthority): string | undefined {
  if (username === undefined && password === undefined) return undefined
  return `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}`
}

async function ask(body: Uint8Array, tsa: TimestampAuthority, fetcher: Fetcher, fail: Fail): Promise<FetchReply> {
  try {
    return await fetcher({
      url: tsa.url,
      method: 'POST',
      body,
      contentType: 'application/timestamp-query',
      accept: 'application/timestamp-reply',
      maxBytes: maxReply,
      authorization: authorizationOf(tsa),
    })
  } catch (error) {
    if (error instanceof NetworkError) return fail(error.code, { host: error.host })
    throw error
  }
}

function readReply({ status, contentType, body }: FetchReply, fail: Fail): TimestampToken {
  if (refusedStatuses.has(status)) fail('unauthorized', { status })
  if (status !== 200) fail('http_status', { status })
  if (!replyTypes.has(contentType)) fail('content_type', { contentType: contentType.slice(0, 100) })
  try {
    const response = readTimestampResponse(body)
    // 0 granted, 1 granted with modifications (RFC 3161 §2.4.2)
    if (response.status > 1)
      fail('rejected', { status: response.status, failure: response.failure, text: response.statusText })
    if (!response.token) return fail('no_token')
    return parseTimestampToken(response.token)
  } catch (error) {
    if (error instanceof PadesError && error.code === 'timestamp_damaged') return fail('damaged')
    throw error
  }
}

/**
 * Requests a timestamp and checks the answer: status, imprint, nonce, policy, the token's signature, and that its
 * certificate is for timestamps. Trust in the authority is checked elsewhere.
 *
 * @throws PadesError 'timestamp_failed' { reason, host }: reason is 'not_configured', a NetworkErrorCode,
 * 'http_status', 'unauthorized', 'content_type', 'damaged', 'rejected', 'no_token', 'policy_mismatch' or a
 * TimestampProblem.
 */
export async function requestTimestamp(
  stamped: Stamped,
  tsa: TimestampAuthority | null,
  fetcher: Fetcher,
): Promise<TimestampToken> {
  const fail = failing(tsa ? hostOf(tsa.url) : '')
  if (!tsa) return fail('not_configured')
  const { digest, hash } = stamped
  const nonce = randomBytes(8)
  const reply = await ask(timestampRequest({ digest, hash, nonce, policy: tsa.policy }), tsa, fetcher, fail)
  const token = readReply(reply, fail)
  const [problem] = timestampProblems(token, { stamped, nonce })
  if (problem) fail(problem)
  if (tsa.policy !== undefined && token.policy !== tsa.policy) fail('policy_mismatch')
  return token
}
