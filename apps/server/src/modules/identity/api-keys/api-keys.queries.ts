import type { KeyScope } from '@foja/contracts/key-scopes'
import type { Actor } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type Transaction } from 'kysely'
import { lacksFactor, maySignIn } from '../session/people.queries.ts'

/** Keys that are neither revoked nor expired, with their users, whose account and company are active. */
export function selectLiveKeys(db: Kysely<Database>, now: Date) {
  return db
    .selectFrom('api_key')
    .innerJoin('app_user', 'app_user.id', 'api_key.id_user')
    .leftJoin('company', 'company.id', 'app_user.id_company')
    .select([
      'api_key.id as session',
      'api_key.networks',
      'api_key.last_used_at',
      'app_user.id',
      'app_user.nombre',
      'app_user.email',
      'app_user.role',
      'app_user.id_company',
    ])
    .select([
      sql<KeyScope[]>`api_key.scopes`.as('scopes'),
      sql<boolean>`(not app_user.service and ${lacksFactor()})`.as('lacksTotp'),
    ])
    .where('api_key.revoked_at', 'is', null)
    .where('api_key.expires_at', '>', now)
    .where(maySignIn)
}

/** Revokes the keys of a user. */
export async function revokeKeysOf(trx: Transaction<Database>, user: string, at: Date): Promise<void> {
  await trx
    .updateTable('api_key')
    .set({ revoked_at: at })
    .where('id_user', '=', user)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Counts the working keys of a user, or of the service accounts of a company. */
export async function countLiveKeys(
  trx: Transaction<Database>,
  of: { user: string } | { company: string },
  now: Date,
): Promise<number> {
  const live = selectLiveKeys(trx, now).clearSelect()
  const theirs =
    'user' in of
      ? live.where('api_key.id_user', '=', of.user)
      : live.where('app_user.service', '=', true).where('app_user.id_company', '=', of.company)
  const { count } = await theirs.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

/** Keys that a user manages: their own, and of service accounts those of their company, or of every one for an admin. */
export function selectManagedKeys(db: Kysely<Database>, { id, role, id_company }: Actor) {
  return db
    .selectFrom('api_key')
    .innerJoin('app_user', 'app_user.id', 'api_key.id_user')
    .leftJoin('company', 'company.id', 'app_user.id_company')
    .leftJoin('app_user as maker', 'maker.id', 'api_key.created_by')
    .select([
      'api_key.id',
      'api_key.id_user',
      'api_key.nombre',
      'api_key.prefix',
      'api_key.networks',
      'api_key.created_by',
      'api_key.created_at',
      'api_key.expires_at',
      'api_key.last_used_at',
      'api_key.revoked_at',
      'app_user.service',
      'app_user.role',
      'app_user.id_company',
      'company.nombre as company',
      'maker.nombre as maker',
    ])
    .select(sql<KeyScope[]>`api_key.scopes`.as('scopes'))
    .where((eb) =>
      eb.or([
        eb('api_key.id_user', '=', id),
        ...(role === 'admin' ? [eb('app_user.service', '=', true)] : []),
        ...(role === 'gestor' && id_company !== null
          ? [eb.and([eb('app_user.service', '=', true), eb('app_user.id_company', '=', id_company)])]
          : []),
      ]),
    )
}
export type ManagedKey = Awaited<ReturnType<ReturnType<typeof selectManagedKeys>['executeTakeFirstOrThrow']>>
