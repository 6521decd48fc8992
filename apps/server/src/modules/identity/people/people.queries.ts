import type { Colleague } from '@foja/contracts/home'
import type { Actor } from '@foja/contracts/policies'
import { foldSearch } from '@foja/db/search'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { mayComeIn } from '../session/session.public.ts'

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

/** The words that somebody looks for, folded. */
const wordsOf = (q: string | undefined): string[] => foldSearch(q).split(' ').filter(Boolean).slice(0, 10)

/**
 * Whether each word of `q` begins a word of `folded`, which `foldedText` made and which is made once, however many words
 * there are; without words, always. Folded words are letters and digits: nothing in them means anything to LIKE.
 */
export function hasWords(folded: RawBuilder<string>, q: string | undefined): RawBuilder<boolean> {
  const patterns = wordsOf(q).map((word) => `% ${word}%`)
  return patterns.length === 0 ? sql`true` : sql`${folded} like all(${patterns}::text[])`
}

export type PeopleFilter = {
  company: PeopleScope
  /** each of its words begins a word of the name or the address; without words everybody is found */
  q: string
  /** only who may mediate */
  staff: boolean
  /** an administrator who is among them wherever they belong, as they may take requests of every company */
  besides?: string | undefined
  limit: number
}

/** Active people by name, those first whose name begins with what was written. */
export async function findPeople(db: Kysely<Database>, filter: PeopleFilter): Promise<Colleague[]> {
  if (filter.company === 'none') return []
  let among = db
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.id_company')
    .where(mayComeIn)
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
    // Kept apart from what looks at it, which would make the words anew each time.
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
