import type { Colleague } from '@foja/contracts/home'
import type { Actor } from '@foja/contracts/policies'
import { foldSearch } from '@foja/db/search'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { companyIsActive } from '../session/session.public.ts'

/** Whose people somebody may look for: a company's, everybody's, or nobody's. */
export type PeopleScope = { id: string } | 'all' | 'none'

/** One's own company; an administrator chooses another one, and without one looks among all. */
export function companyOfPeople(actor: Actor, asked: string | undefined): PeopleScope {
  if (actor.role !== 'admin') return actor.id_company === null ? 'none' : { id: actor.id_company }
  const id = asked ?? actor.id_company
  return id === null ? 'all' : { id }
}

/**
 * The words of a text as `foldSearch` makes them, each after a space. Written out rather than stored: a company's people
 * are some thousands at most.
 */
export const foldedText = (text: RawBuilder<unknown>): RawBuilder<string> => sql<string>`' ' || regexp_replace(
  lower(regexp_replace(normalize(${text}, nfd), '[\\u0300-\\u036f]', '', 'g')),
  '[^[:alnum:]\\u00c0-\\u1fff\\u2c00-\\uffff]+', ' ', 'g')`

const foldedPerson = foldedText(sql`app_user.nombre || ' ' || app_user.email`)

export type PeopleFilter = {
  company: PeopleScope
  /** each of its words begins a word of the name or the address; without words everybody is found */
  q: string
  /** only who may mediate */
  staff: boolean
  limit: number
}

/** Active people by name, those first whose name begins with what was written. */
export async function findPeople(db: Kysely<Database>, filter: PeopleFilter): Promise<Colleague[]> {
  if (filter.company === 'none') return []
  let select = db
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.id_company')
    .where('app_user.activo', '=', true)
    .where(companyIsActive)
  if (filter.company !== 'all') select = select.where('app_user.id_company', '=', filter.company.id)
  if (filter.staff) select = select.where('app_user.role', 'in', ['gestor', 'mediador'])
  const words = foldSearch(filter.q).split(' ').filter(Boolean).slice(0, 10)
  // Folded words are letters and digits: nothing in them means anything to LIKE.
  for (const word of words) select = select.where(sql<boolean>`${foldedPerson} like ${`% ${word}%`}`)
  return await select
    .select(['app_user.id', 'app_user.nombre', 'app_user.email', 'app_user.role'])
    .orderBy(sql`${foldedPerson} not like ${` ${words.join(' ')}%`}`)
    .orderBy(foldedPerson)
    .orderBy('app_user.id')
    .limit(filter.limit)
    .execute()
}
