import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { SessionActor } from '../../../http/endpoint-types.ts'
import { ProblemError } from '../../../http/problem.ts'
import { selectLiveSessions } from './people.queries.ts'

/**
 * Goes on while whoever began a call is still who they were then: signed in, let in, of the same role and company. For
 * work that takes long: the token may end meanwhile, which is no reason to stop.
 * @throws ProblemError unauthenticated, forbidden
 */
export async function requireSameActor(
  db: Kysely<Database>,
  { session, id, role, id_company }: SessionActor,
  now: Date,
): Promise<void> {
  const live = await selectLiveSessions(db, now)
    .where('session.id', '=', session)
    .where('session.id_user', '=', id)
    .executeTakeFirst()
  if (live === undefined) throw new ProblemError('unauthenticated')
  if (live.role !== role || live.id_company !== id_company) throw new ProblemError('forbidden')
}

/**
 * Holds people as they are until the transaction ends: whoever removes, moves or demotes one of them waits, and finds
 * what was done meanwhile. Comes before every lock of casework, as it does there, and administrators before the rest.
 */
export async function holdPeople(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
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
 * As `requireSameActor`, and they stay it until the transaction ends: what is written in it was theirs to write.
 * @throws ProblemError unauthenticated, forbidden
 */
export async function holdActor(trx: Transaction<Database>, actor: SessionActor, now: Date): Promise<void> {
  await holdPeople(trx, [actor.id])
  await requireSameActor(trx, actor, now)
}
