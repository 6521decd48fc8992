import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/** A person with what their account rests on. */
export async function requirePerson(db: Kysely<Database>, id: string) {
  return await db
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.id_company')
    .select([
      'app_user.id',
      'app_user.email',
      'app_user.nombre',
      'app_user.id_company',
      'app_user.locale',
      'app_user.password_hash',
      'app_user.password_changed_at',
      'app_user.totp_secret',
      'app_user.totp_enabled_at',
      'app_user.oidc_subject',
      'company.nombre as company',
      'company.exige_totp',
    ])
    .where('app_user.id', '=', id)
    .executeTakeFirstOrThrow()
}
export type AccountPerson = Awaited<ReturnType<typeof requirePerson>>

/** What a password of theirs must not be made of. */
export const aboutPerson = ({
  email,
  nombre,
  company,
}: Pick<AccountPerson, 'email' | 'nombre' | 'company'>): string[] =>
  [email, nombre, company].filter((value) => value !== null)
