import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import type { SessionActor } from '../../../context.ts'
import { bearsKey } from '../../../http/key-limits.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { Texts } from '../../../texts/locale.ts'
import { findKeyActor } from '../api-keys/find-key-actor.ts'
import { accessTokenEnd, readAccessToken } from './access-token.ts'
import { findLiveActor } from './session.queries.ts'

/** The token of `Authorization: Bearer …` (RFC 6750, 2.1). Cookies are ignored under /api/v1. */
function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** For a program without a key, or with one in another header. */
const noCredentials: Texts = {
  es: 'Esta llamada no trae sesión ni clave: un programa envía su clave en «Authorization: Bearer foja_…».',
  en: 'This call has no session and no key: a program sends its key as “Authorization: Bearer foja_…”.',
}

/**
 * Authenticates every endpoint that needs a session or an API key. Reads the rows of the session or key and of the user
 * each time, so that revocation and deactivation take effect immediately on every node. Throws `unauthenticated`, or
 * `key_refused` for a key.
 */
export function createAuthenticate({
  db,
  keys,
  clock,
}: Pick<AppDeps, 'db' | 'keys' | 'clock'>): (request: FastifyRequest) => Promise<SessionActor> {
  return async (request) => {
    if (bearsKey(request)) return await findKeyActor({ db, clock }, request)
    const token = bearerOf(request)
    if (token === undefined) throw new ProblemError('unauthenticated', { because: noCredentials })
    const claims = await readAccessToken(keys, token, clock())
    const actor = claims === null ? undefined : await findLiveActor(db, claims, clock())
    if (actor === undefined) throw new ProblemError('unauthenticated')
    return actor
  }
}

/** Returns the expiry of the token of an authenticated request. */
export function tokenEndOf(request: FastifyRequest): Date {
  return accessTokenEnd(bearerOf(request) ?? '')
}
