import type { companyOrderings, listCompaniesQuery } from '@foja/contracts/companies'
import type { Actor } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import { foldSearch } from '@foja/db/search'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type * as z from 'zod/mini'
import { foldedText } from '../people/people.queries.ts'

export type CompanyQuery = z.output<typeof listCompaniesQuery>

/** Number of users of a company who may sign in. */
const people = sql<number>`(select count(*) from app_user where app_user.id_company = company.id and app_user.activo and not app_user.service)::int`

/** Number of its case files, from the list counters (migration 0004). */
const cases = sql<number>`(select coalesce(sum(n), 0) from (
  select n from tally where kind = 'mains' and scope = company.id and bucket = 0
  union all select n from tally_change where kind = 'mains' and scope = company.id and bucket = 0) counts)::int`

const selectCompany = (db: Kysely<Database>) =>
  db
    .selectFrom('company')
    .selectAll('company')
    .select([people.as('usuarios'), cases.as('expedientes')])

export async function findCompany(db: Kysely<Database>, id: string) {
  return await selectCompany(db).where('company.id', '=', id).executeTakeFirst()
}
export type CompanyRow = NonNullable<Awaited<ReturnType<typeof findCompany>>>

/** Returns the company's row, locked until the transaction ends; users and case files can still be added to it. */
export async function lockCompany(trx: Transaction<Database>, id: string) {
  return await trx.selectFrom('company').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

const folded = foldedText(sql`concat_ws(' ', company.nombre, company.identificacion, company.email)`)

/** Scope: every company for an admin, the own one for others, none for users without a company. */
function scopeOf({ role, id_company }: Actor): RawBuilder<boolean> {
  if (role === 'admin') return sql<boolean>`true`
  return id_company === null ? sql<boolean>`false` : sql<boolean>`company.id = ${id_company}`
}

const sortings: Record<(typeof companyOrderings)[number], RawBuilder<unknown>> = {
  nombre: sql`title_order(company.nombre)`,
  '-nombre': sql`title_order(company.nombre) desc`,
  created_at: sql`company.created_at`,
  '-created_at': sql`company.created_at desc`,
  usuarios: people,
  '-usuarios': sql`${people} desc`,
}

/** Finds a page of the companies that the actor may see, or all of them, and the total count. */
export async function findCompanies(
  db: Kysely<Database>,
  actor: Actor,
  query: CompanyQuery,
): Promise<{ rows: CompanyRow[]; count: number }> {
  const { q, activa, pais, ordering, page, page_size } = query
  const conditions = [
    scopeOf(actor),
    ...(activa === undefined ? [] : [sql<boolean>`company.activa = ${activa === '1'}`]),
    ...(pais === undefined ? [] : [sql<boolean>`company.pais = ${pais}`]),
    // Folded words contain letters and digits only: no LIKE wildcards.
    ...foldSearch(q)
      .split(' ')
      .filter(Boolean)
      .slice(0, 10)
      .map((word) => sql<boolean>`${folded} like ${`% ${word}%`}`),
  ]
  const where = sql<boolean>`${sql.join(conditions, sql` and `)}`
  let select = selectCompany(db).where(where).orderBy(sortings[ordering]).orderBy('company.id')
  if (query.pagination === undefined) {
    const rows = await select.execute()
    return { rows, count: rows.length }
  }
  select = select.limit(page_size).offset((page - 1) * page_size)
  const { count } = await db
    .selectFrom('company')
    .where(where)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { rows: await select.execute(), count }
}

/** Finds which of these file keys are logos. */
export async function findLogos(db: Kysely<Database>, keys: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('company').where('logo_key', 'in', keys).select('logo_key').execute()
  return rows.flatMap(({ logo_key }) => logo_key ?? [])
}
