import type { FastifyRequest } from 'fastify'
import type { SessionActor } from '../../../context.ts'
import type { AppDeps } from '../../../deps.ts'
import { ProblemError } from '../../../http/problem.ts'
import { selectLiveKeys } from './api-keys.queries.ts'
import { keyHashOf } from './key-text.ts'
import { isWithin } from './networks.ts'

const usedAgainMs = 60_000

/**
 * Returns the user that the API key of a request acts as, and records its use at most once a minute. An unknown,
 * expired, revoked or foreign key gets one answer, which does not tell them apart.
 * @throws ProblemError key_refused
 */
export async function findKeyActor(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { headers, ip }: FastifyRequest,
): Promise<SessionActor> {
  const hash = keyHashOf(headers.authorization ?? '')
  const now = clock()
  const row =
    hash === null ? undefined : await selectLiveKeys(db, now).where('api_key.hash', '=', hash).executeTakeFirst()
  if (row === undefined || !isWithin(ip, row.networks)) throw new ProblemError('key_refused')
  const { last_used_at, networks: _networks, scopes, ...actor } = row
  if (last_used_at === null || now.getTime() - last_used_at.getTime() >= usedAgainMs) {
    await db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', actor.session).execute()
  }
  return { ...actor, key: { scopes } }
}
