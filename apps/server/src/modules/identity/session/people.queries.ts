import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type RawBuilder } from 'kysely'

/** Nobody of a company that was deactivated comes in; whoever belongs to no company does. */
export const companyIsActive = (): RawBuilder<boolean> => sql<boolean>`coalesce(company.activa, true)`

/** Whether a person may come in: their account is active, and so is their company. */
export const mayComeIn = (): RawBuilder<boolean> => sql<boolean>`(app_user.activo and ${companyIsActive()})`

/** Whether a person has a way in: a password of theirs or an account at the provider; whoever was invited has none yet. */
export const hasWayIn = (): RawBuilder<boolean> =>
  sql<boolean>`(app_user.password_hash is not null or app_user.oidc_subject is not null)`

/**
 * People with what their account rests on, which is shown to nobody, and their company; of whom those alone who may come in
 * says the caller.
 */
export function selectPeople(db: Kysely<Database>) {
  return db
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.id_company')
    .select([
      'app_user.id',
      'app_user.email',
      'app_user.nombre',
      'app_user.role',
      'app_user.id_company',
      'app_user.locale',
      'app_user.password_hash',
      'app_user.password_changed_at',
      'app_user.totp_secret',
      'app_user.totp_next_secret',
      'app_user.totp_next_at',
      'app_user.totp_enabled_at',
      'app_user.oidc_subject',
      'company.nombre as company',
      'company.exige_totp',
    ])
}

/** Sessions that are neither revoked nor over, with their people, all of whom may come in. */
export function selectLiveSessions(db: Kysely<Database>, now: Date) {
  return db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.id_user')
    .leftJoin('company', 'company.id', 'app_user.id_company')
    .select([
      'session.id as session',
      'app_user.id',
      'app_user.nombre',
      'app_user.email',
      'app_user.role',
      'app_user.id_company',
    ])
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where(mayComeIn)
}
