import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import type { SessionActor } from '../../../http/endpoint-types.ts'
import { ProblemError } from '../../../http/problem.ts'
import { accessTokenEnd, readAccessToken } from './access-token.ts'
import { findLiveActor } from './session.queries.ts'

/** The token of `Authorization: Bearer …` (RFC 6750, 2.1); cookies count for nothing under /api/v1. */
function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/**
 * The check of every call that needs a session. The session and user rows are read each time, so that a revoked
 * session or a deactivated user stops at once and not when the token ends. Throws `unauthenticated`.
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

/** When the token of a request that `createAuthenticate` let through ends. */
export function tokenEndOf(request: FastifyRequest): Date {
  return accessTokenEnd(bearerOf(request) ?? '')
}
