import type { Endpoint } from '@foja/contracts/endpoint'
import { keyScopeOf } from '@foja/contracts/key-scopes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionActor } from '../context.ts'
import type { AppDeps } from '../deps.ts'
import { ProblemError } from './problem.ts'
import { createThrottle, type ThrottleRule } from './throttle.ts'

/** Calls of one API key: ten a second, all minute long. */
export const keyRule: ThrottleRule = { tries: 600, seconds: 60 }

/** True if the request was sent with an API key, valid or not. */
export const bearsKey = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^Bearer +foja_/i.test(headers.authorization ?? '')

/**
 * For a caller with an API key: counts the call, says in its headers how many are left
 * (draft-ietf-httpapi-ratelimit-headers-10) and what the key may do, and requires the scope of the endpoint.
 * @throws ProblemError too_many_attempts, key_not_allowed, key_scope_missing
 */
export async function allowKey(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  endpoint: Endpoint,
  { key, session }: SessionActor,
  reply: FastifyReply,
): Promise<void> {
  if (key === undefined) return
  const { allowed, remaining, retryAfter } = await createThrottle(db, clock).hit('api key', session, keyRule)
  reply.headers({
    'ratelimit-policy': `"key";q=${keyRule.tries};w=${keyRule.seconds}`,
    ratelimit: `"key";r=${remaining};t=${retryAfter}`,
    'foja-key-scopes': key.scopes.join(' '),
  })
  if (!allowed) throw new ProblemError('too_many_attempts', { retryAfter })
  const scope = keyScopeOf(endpoint)
  if (scope === null) throw new ProblemError('key_not_allowed')
  if (!key.scopes.includes(scope)) throw new ProblemError('key_scope_missing', { subject: scope })
}
