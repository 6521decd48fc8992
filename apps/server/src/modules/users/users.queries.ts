import type { Actor } from '@foja/contracts/policies'
import type { listUsersQuery, UserStatus, userOrderings } from '@foja/contracts/users'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import { foldedText, hasPasskey, hasSecondFactor, hasWords } from '../identity/public.ts'

export type UserQuery = z.output<typeof listUsersQuery>

const status = sql<UserStatus>`case when not app_user.activo then 'desactivado'
  when app_user.password_hash is null and app_user.oidc_subject is null then 'invitado' else 'activo' end`

/** Expiry of the open invitation. */
const invitedUntil = (now: Date) => sql<Date | null>`(select max(link.expires_at) from one_time_link link
  where link.id_user = app_user.id and link.kind = 'invitation' and link.used_at is null and link.expires_at > ${now})`

/**
 * Users as the screens show them: with company and whether a key is stored, without credentials, which `selectPeople`
 * of the session module has. Removed users are excluded.
 */
const selectUsers = (db: Kysely<Database>, now: Date) =>
  db
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
      'company.logo_key as company_logo',
      'signer.id_user as signer_user',
    ])
    .select([status.as('status'), invitedUntil(now).as('invited_until')])
    .select([hasSecondFactor().as('has_totp'), hasPasskey().as('has_passkey')])
    .where('app_user.removed_at', 'is', null)

export async function findUser(db: Kysely<Database>, id: string, now: Date) {
  return await selectUsers(db, now).where('app_user.id', '=', id).executeTakeFirst()
}
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

const folded = foldedText(sql`concat_ws(' ', app_user.nombre, app_user.email, app_user.cargo)`)

/** Scope: everyone for an admin, the own company for a gestor; another company yields no rows. */
function scopeOf({ role, id_company }: Actor, requested: string | undefined): RawBuilder<boolean> {
  if (role === 'admin') return requested === undefined ? sql`true` : sql`app_user.id_company = ${requested}`
  if (id_company === null || (requested !== undefined && requested !== id_company)) return sql`false`
  return sql`app_user.id_company = ${id_company}`
}

function conditionOf(actor: Actor, { q, role, status: wanted, id_company, totp }: UserQuery): RawBuilder<boolean> {
  const conditions = [
    scopeOf(actor, id_company),
    ...(role === undefined ? [] : [sql<boolean>`app_user.role = ${role}`]),
    sql<boolean>`not app_user.service`,
    ...(wanted === undefined ? [] : [sql<boolean>`${status} = ${wanted}`]),
    ...(totp === undefined ? [] : [sql<boolean>`${hasSecondFactor()} = ${totp === 'si'}`]),
    hasWords(folded, q),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

const sortings: Record<(typeof userOrderings)[number], RawBuilder<unknown>> = {
  nombre: sql`title_order(app_user.nombre)`,
  '-nombre': sql`title_order(app_user.nombre) desc`,
  created_at: sql`app_user.created_at`,
  '-created_at': sql`app_user.created_at desc`,
  // Users who never signed in sort with the longest absent.
  last_login_at: sql`app_user.last_login_at nulls first`,
  '-last_login_at': sql`app_user.last_login_at desc nulls last`,
}

/** Finds the ids of a page in order and the total count in one scan. */
async function findPage(db: Kysely<Database>, where: RawBuilder<boolean>, query: UserQuery) {
  const { page, page_size, ordering } = query
  const among = db.selectFrom('app_user').where('app_user.removed_at', 'is', null).where(where)
  const rows = await among
    .select(['app_user.id', sql<number>`count(*) over ()`.as('count')])
    .orderBy(sortings[ordering])
    .orderBy('app_user.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (rows[0] !== undefined || page === 1) return { ids, count: rows[0]?.count ?? 0 }
  const { count } = await among.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { ids, count }
}

/** Finds a page of the users whom the actor manages, or all of them, and the total count. */
export async function findUsers(
  db: Kysely<Database>,
  actor: Actor,
  query: UserQuery,
  now: Date,
): Promise<{ rows: UserRow[]; count: number }> {
  const where = conditionOf(actor, query)
  const select = selectUsers(db, now).orderBy(sortings[query.ordering]).orderBy('app_user.id')
  if (query.pagination === undefined) {
    const rows = await select.where(where).execute()
    return { rows, count: rows.length }
  }
  const { ids, count } = await findPage(db, where, query)
  return { rows: ids.length === 0 ? [] : await select.where('app_user.id', 'in', ids).execute(), count }
}

/** Returns name and state of a company; null if there is none. */
export async function companyOf(
  db: Kysely<Database>,
  id: string | null,
): Promise<{ nombre: string; activa: boolean } | null> {
  if (id === null) return null
  const select = db.selectFrom('company').select(['nombre', 'activa']).where('id', '=', id)
  return (await select.executeTakeFirst()) ?? null
}

/** Returns the name of a company; null if there is none. */
export const companyNameOf = async (db: Kysely<Database>, id: string | null): Promise<string | null> =>
  (await companyOf(db, id))?.nombre ?? null
