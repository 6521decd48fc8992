import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type RawBuilder } from 'kysely'

/** False for users of a closed company; true for users without a company. */
export const companyIsActive = (): RawBuilder<boolean> => sql<boolean>`coalesce(company.activa, true)`

/** True if the user may sign in: the account and its company are active. */
export const maySignIn = (): RawBuilder<boolean> => sql<boolean>`(app_user.activo and ${companyIsActive()})`

/** True if the user has a password or a linked provider account; invited users have neither. */
export const hasCredentials = (): RawBuilder<boolean> =>
  sql<boolean>`(app_user.password_hash is not null or app_user.oidc_subject is not null)`

/** True if the user has a passkey. */
export const hasPasskey = (): RawBuilder<boolean> =>
  sql<boolean>`exists (select from passkey where passkey.id_user = app_user.id)`

/** True if the user has a passkey that is accepted: not one that may be a copy. */
const hasAcceptedPasskey = (): RawBuilder<boolean> =>
  sql<boolean>`exists (select from passkey where passkey.id_user = app_user.id and passkey.suspect_at is null)`

/** True if the sign-in with a password needs a second step: a code of the app or a passkey. */
export const hasSecondFactor = (): RawBuilder<boolean> =>
  sql<boolean>`(app_user.totp_enabled_at is not null or ${hasPasskey()})`

/** True if the company requires a second factor, or a passkey, that the user has not set up. */
export const lacksFactor = (): RawBuilder<boolean> =>
  sql<boolean>`(coalesce(company.exige_totp, false)
    and not case when company.exige_passkey then ${hasAcceptedPasskey()} else ${hasSecondFactor()} end)`

const passkeys = sql<number>`(select count(*) from passkey where passkey.id_user = app_user.id)::int`

/**
 * Users with credentials, which are never presented, and their company. The caller filters by `maySignIn` where needed.
 * Service accounts have no credentials and no mail.
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
      'company.exige_passkey',
      passkeys.as('passkeys'),
    ])
    .where('app_user.service', '=', false)
}

/** Sessions that are neither revoked nor expired, with their users, who may all sign in. */
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
    .where(maySignIn)
}
