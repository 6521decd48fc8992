import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import type { SessionActor } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { accessTokenEnd, readAccessToken } from './access-token.ts'
import { findLiveActor } from './session.queries.ts'

/** The token of `Authorization: Bearer …` (RFC 6750, 2.1). Cookies are ignored under /api/v1. */
function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/**
 * Authenticates every endpoint that needs a session. Reads the session and user rows each time, so that revocation and
 * deactivation take effect immediately, not when the token expires. Throws `unauthenticated`.
 */
export function createAuthenticate({
  db,
  keys,
  clock,
}: Pick<AppDeps, 'db' | 'keys' | 'clock'>): (request: FastifyRequest) => Promise<SessionActor> {
  return async (request) => {
    const token = bearerOf(request)
    const claims = token === undefined ? null : await readAccessToken(keys, token, clock())
    const actor = claims === null ? undefined : await findLiveActor(db, claims, clock())
    if (actor === undefined) throw new ProblemError('unauthenticated')
    return actor
  }
}

/** Returns the expiry of the token of an authenticated request. */
export function tokenEndOf(request: FastifyRequest): Date {
  return accessTokenEnd(bearerOf(request) ?? '')
}
