import { runForAll } from '@foja/db/company-scope'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { SessionActor } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { selectLiveKeys } from '../api-keys/api-keys.queries.ts'
import { selectLiveSessions } from './people.queries.ts'

/**
 * Requires that the caller is unchanged since the request began: signed in or with a live API key, active, same role and
 * company. For long requests; the access token itself may expire meanwhile.
 * @throws ProblemError unauthenticated, key_refused, forbidden
 */
export async function requireSameActor(
  db: Kysely<Database>,
  { session, id, role, id_company, key }: SessionActor,
  now: Date,
): Promise<void> {
  const own =
    key === undefined
      ? selectLiveSessions(db, now).where('session.id', '=', session).where('session.id_user', '=', id)
      : selectLiveKeys(db, now).where('api_key.id', '=', session)
  // A user who has moved is in another company now. In a transaction of the former one the session is not found.
  const live = await runForAll(() => own.executeTakeFirst())
  if (live === undefined) throw new ProblemError(key === undefined ? 'unauthenticated' : 'key_refused')
  if (live.role !== role || live.id_company !== id_company) throw new ProblemError('forbidden')
}

/**
 * Locks users until the transaction ends: calls that remove, move or demote one of them wait and see the changes made
 * meanwhile. Taken before every casework lock, admins first.
 */
export async function lockPeople(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .selectFrom('app_user')
    .where('id', 'in', ids)
    .select('id')
    .orderBy(sql`role <> 'admin'`)
    .orderBy('id')
    .forShare()
    .execute()
}

/**
 * Like `requireSameActor`, and locks the caller until the transaction ends, so that they keep the right to what it
 * writes.
 * @throws ProblemError unauthenticated, forbidden
 */
export async function lockActor(trx: Transaction<Database>, actor: SessionActor, now: Date): Promise<void> {
  await lockPeople(trx, [actor.id])
  await requireSameActor(trx, actor, now)
}
