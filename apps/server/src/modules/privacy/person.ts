import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'

export type FoundUser = {
  id: string
  nombre: string
  email: string
  id_company: string | null
  role: 'admin' | 'gestor' | 'mediador' | 'usuario'
  removed: boolean
}

/** A person by what identifies them: their account, addresses, identifications and names. */
export type Person = {
  /** Only rows of this company; null: of every company. */
  company: string | null
  user: FoundUser | null
  /** lower case */
  emails: string[]
  idents: string[]
  /** As users, parties and recipients; to find them in texts. */
  names: string[]
  /** Their names count anywhere in the company, not only in their own cases: no other user has the same. */
  known: boolean
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function findUser(db: Kysely<Database>, text: string, company: string | null): Promise<FoundUser | null> {
  let query = db
    .selectFrom('app_user')
    .where('service', '=', false)
    .select(['id', 'nombre', 'email', 'id_company', 'role', 'removed_at'])
  query = idPattern.test(text)
    ? query.where('id', '=', text)
    : query.where(sql<boolean>`lower(email) = ${text.toLowerCase()}`)
  if (company !== null) query = query.where('id_company', '=', company)
  // The address of a removed user may be in use again.
  const row = await query.orderBy('removed_at', (order) => order.desc().nullsFirst()).executeTakeFirst()
  if (row === undefined) return null
  const { removed_at, ...user } = row
  return { ...user, removed: removed_at !== null }
}

/** Names under which parties and recipients with these addresses and identifications appear. */
async function findNames(db: Kysely<Database>, { company, emails, idents }: Omit<Person, 'names' | 'known'>) {
  const { rows } = await sql<{ nombre: string }>`
    select distinct parte ->> 'nombre' as nombre from solicitud s, jsonb_array_elements(s.partes) parte
      where (${company}::uuid is null or s.id_company = ${company})
      and (lower(parte ->> 'email') = any(${emails}::text[]) or parte ->> 'identificacion' = any(${idents}::text[]))
    union select r.nombre from recipient r join request q on q.id = r.id_request
      where (${company}::uuid is null or q.id_company = ${company})
      and (lower(r.email) = any(${emails}::text[]) or r.identificacion = any(${idents}::text[]))`.execute(db)
  return rows.map(({ nombre }) => nombre)
}

/** True if no other user of the company has this name. */
async function isOnlyOne(db: Kysely<Database>, user: FoundUser): Promise<boolean> {
  const other = await db
    .selectFrom('app_user')
    .where('id_company', 'is not distinct from', user.id_company)
    .where('id', '<>', user.id)
    .where(sql<boolean>`lower(nombre) = ${user.nombre.toLowerCase()}`)
    .select('id')
    .executeTakeFirst()
  return other === undefined
}

/** The company whose rows the caller may see; null: every company. */
export const companyOf = ({ role, id_company }: Ctx['actor']): string | null => (role === 'admin' ? null : id_company)

/**
 * Finds a person by address, identification or the id of their account, among the rows that the caller manages.
 * @throws ProblemError person_not_found
 */
export async function findPerson({ db, actor }: Ctx, text: string): Promise<Person> {
  const company = companyOf(actor)
  const user = await findUser(db, text, company)
  const own = user === null ? [] : [user.email.toLowerCase()]
  const emails = text.includes('@') ? [text.toLowerCase()] : own
  const idents = user === null && !text.includes('@') ? [text] : []
  const names = await findNames(db, { company, user, emails, idents })
  if (user === null && names.length === 0) throw new ProblemError('person_not_found', { field: 'persona' })
  return {
    company,
    user,
    emails,
    idents,
    names: [...new Set(user === null ? names : [user.nombre, ...names])],
    known: user !== null && (await isOnlyOne(db, user)),
  }
}

/** The caller as a person: by their account only, because cases that name them may not be open to them. */
export const ownPerson = ({ actor: { id, nombre, email, role, id_company } }: Ctx): Person => ({
  company: id_company,
  user: { id, nombre, email, role, id_company, removed: false },
  emails: [],
  idents: [],
  names: [],
  known: false,
})
