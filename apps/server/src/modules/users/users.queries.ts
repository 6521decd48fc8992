import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/** One user with its company and whether it keeps a signature; undefined where there is none. */
export async function findUser(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.id_company')
    .leftJoin('signer', 'signer.id_user', 'app_user.id')
    .select([
      'app_user.id',
      'app_user.email',
      'app_user.nombre',
      'app_user.role',
      'app_user.id_company',
      'app_user.cargo',
      'app_user.telefono',
      'app_user.activo',
      'app_user.last_login_at',
      'app_user.created_at',
      'company.nombre as company_nombre',
      'company.pais as company_pais',
      'signer.id_user as signer_user',
    ])
    .where('app_user.id', '=', id)
    .executeTakeFirst()
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>
