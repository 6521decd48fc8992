import type { Colleague } from '@foja/contracts/home'
import type { Actor } from '@foja/contracts/policies'
import { foldSearch } from '@foja/db/search'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { maySignIn } from '../session/people.queries.ts'

/** Users that a search covers: those of a company, all, or none. */
export type PeopleScope = { id: string } | 'all' | 'none'

/** Scope of a caller: the own company; an admin may choose another, and without any searches all. */
export function peopleScope(actor: Actor, requested: string | undefined): PeopleScope {
  if (actor.role !== 'admin') return actor.id_company === null ? 'none' : { id: actor.id_company }
  const id = requested ?? actor.id_company
  return id === null ? 'all' : { id }
}

/**
 * Folds a text like `foldSearch`, with a space before each word. Computed per query instead of stored: a company has
 * some thousands of users at most.
 */
export const foldedText = (text: RawBuilder<unknown>): RawBuilder<string> => sql<string>`' ' || regexp_replace(
  lower(regexp_replace(normalize(${text}, nfd), '[\\u0300-\\u036f]', '', 'g')),
  '[^[:alnum:]\\u00c0-\\u1fff\\u2c00-\\uffff]+', ' ', 'g')`

/** The folded words of a query. */
const wordsOf = (q: string | undefined): string[] => foldSearch(q).split(' ').filter(Boolean).slice(0, 10)

/**
 * Condition that each word of `q` begins a word of `folded` (from `foldedText`, evaluated once for all words); true
 * without words. Folded words contain letters and digits only, so no LIKE wildcards.
 */
export function hasWords(folded: RawBuilder<string>, q: string | undefined): RawBuilder<boolean> {
  const patterns = wordsOf(q).map((word) => `% ${word}%`)
  return patterns.length === 0 ? sql`true` : sql`${folded} like all(${patterns}::text[])`
}

export type PeopleFilter = {
  company: PeopleScope
  /** Each word must begin a word of the name or the address; without words all match. */
  q: string
  /** Only users who may mediate. */
  staff: boolean
  /** An admin included regardless of company, because they may take requests of every company. */
  besides?: string | undefined
  limit: number
}

/** Finds active users by name; names that begin with the query come first. */
export async function findPeople(db: Kysely<Database>, filter: PeopleFilter): Promise<Colleague[]> {
  if (filter.company === 'none') return []
  let among = db
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.id_company')
    .where(maySignIn)
    .where('app_user.service', '=', false)
    .select(['app_user.id', 'app_user.nombre', 'app_user.email', 'app_user.role'])
    .select(foldedText(sql`app_user.nombre || ' ' || app_user.email`).as('folded'))
  const { company, staff, besides } = filter
  among = among.where((eb) => {
    const theirs = eb.and([
      ...(company === 'all' ? [] : [eb('app_user.id_company', '=', company.id)]),
      ...(staff ? [eb('app_user.role', 'in', ['admin', 'gestor', 'mediador'])] : []),
    ])
    return besides === undefined ? theirs : eb.or([theirs, eb('app_user.id', '=', besides)])
  })
  const folded = sql<string>`person.folded`
  return await db
    // Materialized, so that the folded text is computed once per user.
    .with(
      (named) => named('person').materialized(),
      () => among,
    )
    .selectFrom('person')
    .select(['id', 'nombre', 'email', 'role'])
    .where(hasWords(folded, filter.q))
    .orderBy(sql`${folded} not like ${` ${wordsOf(filter.q).join(' ')}%`}`)
    .orderBy(folded)
    .orderBy('id')
    .limit(filter.limit)
    .execute()
}
