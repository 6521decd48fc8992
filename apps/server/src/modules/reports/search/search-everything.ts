import type { search } from '@foja/contracts/home'
import type { Actor } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import { foldSearch } from '@foja/db/search'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { peopleScope, findPeople } from '../../identity/public.ts'
import { findPage } from '../../casework/public.ts'
import { findTemplates } from '../../templates/public.ts'
import {
  findDocumentsOfCases,
  findOtherDocuments,
  findRequests,
  type NamedDocument,
  type RequestRow,
} from './search.queries.ts'

/** Returns a predicate: every word of the query begins a word of the texts, ignoring accents and case. */
function createMatcher(q: string): (...texts: (string | null | undefined)[]) => boolean {
  const words = foldSearch(q).split(' ').filter(Boolean)
  return (...texts) => {
    const text = ` ${foldSearch(...texts)}`
    return words.length > 0 && words.every((word) => text.includes(` ${word}`))
  }
}

/** Sorts by rank, stable, and keeps at most `most`. */
function best<T>(found: readonly { rank: number; result: T }[], most: number): T[] {
  return found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ result }) => result)
}

type Result = z.input<(typeof search.replies)[200]>['results'][number]

const mostOfAKind = 8
/** Number of newest matching case files and templates that are ranked. */
const ranked = 30

const joined = (...parts: (string | null | undefined)[]) =>
  parts.filter((part) => part != null && part !== '').join(' · ')

function presentRequest(row: RequestRow): Result {
  const people = row.partes.map(({ nombre }) => nombre)
  const note = joined(row.main_titulo === row.titulo ? null : row.main_titulo, ...people)
  return { kind: 'solicitud', id: row.id_solicitud, title: row.titulo, note, status: row.status }
}

/** Ranks requests: own id, title, title of the case file, people, then anything else. */
function rankRequests(q: string, rows: readonly RequestRow[], documents: readonly NamedDocument[]): Result[] {
  const matches = createMatcher(q)
  const id = q.trim().toUpperCase()
  const namesOf = Map.groupBy(documents, ({ id_solicitud }) => id_solicitud)
  const rankOf = (row: RequestRow): number => {
    if (row.id_solicitud === id || row.id_solicitud_main === id) return 0
    if (matches(row.titulo)) return 1
    if (matches(row.titulo, row.main_titulo)) return 2
    const people = row.partes.flatMap(({ nombre, identificacion }) => [nombre, identificacion])
    if (matches(...people, row.author_nombre, row.assignee_nombre)) return 3
    const names = (namesOf.get(row.id_solicitud) ?? []).map(({ nombre }) => nombre)
    const others = [row.titulo, row.main_titulo, row.tipo, row.author_nombre, row.assignee_nombre, ...people, ...names]
    return matches(...others) ? 4 : 5
  }
  const found = rows.map((row) => ({ rank: rankOf(row), main: row.id_solicitud_main, result: presentRequest(row) }))
  // If only several requests together or part of an id match a case file, all its requests are shown.
  const meant = new Set(found.filter(({ rank }) => rank < 5).map(({ main }) => main))
  return best(
    found.filter(({ rank, main }) => rank < 5 || !meant.has(main)),
    mostOfAKind,
  )
}

/** Ranks documents by name: those that begin with the query, then the newest. */
function rankDocuments(q: string, documents: readonly NamedDocument[]): Result[] {
  const matches = createMatcher(q)
  const start = foldSearch(q)
  const found = documents
    .filter(({ nombre }) => matches(nombre))
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
    .map(({ id_documento: id, nombre, titulo }) => ({
      rank: foldSearch(nombre).startsWith(start) ? 0 : 1,
      result: { kind: 'document' as const, id, title: nombre, note: joined(titulo), status: null },
    }))
  return best(found, mostOfAKind)
}

async function searchPeople(db: Kysely<Database>, actor: Actor, q: string): Promise<Result[]> {
  const company = peopleScope(actor, undefined)
  const people = await findPeople(db, { company, q, staff: false, limit: mostOfAKind })
  return people.map(({ id, nombre, email }) => ({ kind: 'person', id, title: nombre, note: email, status: null }))
}

/** Ranks templates by name: those that begin with the query, then the last changed. */
async function searchTemplates(db: Kysely<Database>, actor: Actor, q: string): Promise<Result[]> {
  const start = foldSearch(q)
  const found = (await findTemplates(db, actor, { q, archived: false, limit: ranked })).map(({ id, name }) => ({
    rank: foldSearch(name).startsWith(start) ? 0 : 1,
    result: { kind: 'template' as const, id, title: name, note: '', status: null },
  }))
  return best(found, mostOfAKind)
}

/**
 * Search of the command bar in what the caller may see: requests, documents, templates and colleagues, at most eight of
 * each. Uses the case files that the list finds, newest first (docs/adr/0018), which bounds the work.
 */
export async function searchEverything({ db, actor, clock }: Ctx, q: string): Promise<Result[]> {
  if (foldSearch(q) === '') return []
  const query = { q, ordering: '-updated_at', page: 1, page_size: ranked } as const
  const { ids } = await findPage(db, actor, query, { timeZone: 'UTC', now: clock() })
  const place = new Map(ids.map((id, at) => [id, at]))
  const requests = (await findRequests(db, ids)).toSorted(
    (a, b) => place.get(a.id_solicitud_main)! - place.get(b.id_solicitud_main)!,
  )
  const ofCases = await findDocumentsOfCases(db, ids)
  const all = new Map([...(await findOtherDocuments(db, actor)), ...ofCases].map((one) => [one.id_documento, one]))
  return [
    ...rankRequests(q, requests, ofCases),
    ...rankDocuments(q, [...all.values()]),
    ...(await searchTemplates(db, actor, q)),
    ...(await searchPeople(db, actor, q)),
  ]
}
