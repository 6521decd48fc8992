import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import type { SessionActor } from '../../http/endpoint-types.ts'
import type { AccessClaims } from './access-token.ts'

/** The person of a session that is neither revoked nor over, whose account is active. */
export async function findLiveActor(
  db: Kysely<Database>,
  claims: AccessClaims,
  now: Date,
): Promise<SessionActor | undefined> {
  return db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.id_user')
    .select([
      'app_user.id',
      'app_user.role',
      'app_user.id_company',
      'app_user.nombre',
      'app_user.email',
      'session.id as session',
    ])
    .where('session.id', '=', claims.session)
    .where('session.id_user', '=', claims.user)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('app_user.activo', '=', true)
    .executeTakeFirst()
}
