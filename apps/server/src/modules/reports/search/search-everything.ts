import { searchMost } from '@foja/contracts/constants'
import type { search } from '@foja/contracts/home'
import type { Actor } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import { foldSearch } from '@foja/db/search'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { peopleScope, findPeople } from '../../identity/public.ts'
import { findPage } from '../../casework/public.ts'
import { searchRequests } from '../../requests/public.ts'
import { findTemplates } from '../../templates/public.ts'
import {
  findDocumentsOfCases,
  findOtherDocuments,
  findRequests,
  type NamedDocument,
  type RequestRow,
} from './search.queries.ts'

/** Returns a function: the words of the query that begin no word of the texts, ignoring accents and case. */
function createMatcher(q: string) {
  const words = foldSearch(q).split(' ').filter(Boolean)
  return (texts: readonly (string | null | undefined)[], of: readonly string[] = words): string[] => {
    const text = ` ${foldSearch(...texts)}`
    return of.filter((word) => !text.includes(` ${word}`))
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

/** Number of newest matching case files and templates that are ranked. */
const ranked = 30

type Reason = NonNullable<Result['reason']>

/** What of a request can match, besides its title, in the order of preference. */
function reasonsOf(row: RequestRow, documents: readonly NamedDocument[]): Reason[] {
  const some = (kind: Reason['kind'], text: string | null) => (text === null ? [] : [{ kind, text }])
  return [
    ...some('titulo', row.main_titulo),
    ...row.partes.map(({ nombre }) => ({ kind: 'parte' as const, text: nombre })),
    ...row.partes.flatMap(({ nombre, identificacion }) =>
      identificacion === undefined || identificacion === ''
        ? []
        : [{ kind: 'identificacion' as const, text: `${nombre} · ${identificacion}` }],
    ),
    ...some('responsable', row.assignee_nombre),
    ...some('autor', row.author_nombre),
    ...some('tipo', row.tipo),
    ...documents.map(({ nombre }) => ({ kind: 'documento' as const, text: nombre })),
  ]
}

const peopleKinds: readonly Reason['kind'][] = ['parte', 'identificacion', 'responsable', 'autor']

/** Ranks requests: own id, title, title of the case file, people, then anything else. */
function rankRequests(q: string, rows: readonly RequestRow[], documents: readonly NamedDocument[]): Result[] {
  const missing = createMatcher(q)
  const id = q.trim().toUpperCase()
  const hasPart = (own: string) => own.replaceAll('-', '').includes(id.replaceAll('-', ''))
  const documentsOf = Map.groupBy(documents, ({ id_solicitud }) => id_solicitud)
  const explain = (row: RequestRow): { rank: number; reason: Reason | null } => {
    const code = { kind: 'codigo' as const, text: row.id_solicitud_main }
    if (row.id_solicitud === id || row.id_solicitud_main === id) return { rank: 0, reason: code }
    const left = missing([row.titulo])
    if (left.length === 0) return { rank: 1, reason: null }
    const reasons = reasonsOf(row, documentsOf.get(row.id_solicitud) ?? [])
    const people = reasons.filter(({ kind }) => peopleKinds.includes(kind)).map(({ text }) => text)
    // The one that matches most of what the title lacks.
    const [reason] = reasons
      .map((one) => ({ one, without: missing([one.text], left).length }))
      .filter(({ without }) => without < left.length)
      .toSorted((a, b) => a.without - b.without)
    const found = reason?.one ?? ([row.id_solicitud_main, row.id_solicitud].some(hasPart) ? code : null)
    if (missing([row.titulo, row.main_titulo]).length === 0) return { rank: 2, reason: found }
    if (missing(people).length === 0) return { rank: 3, reason: found }
    const all = [row.titulo, ...reasons.map(({ text }) => text)]
    return { rank: missing(all).length === 0 ? 4 : 5, reason: found }
  }
  const found = rows.map((row) => {
    const { rank, reason } = explain(row)
    const note = row.main_titulo === row.titulo ? '' : row.main_titulo
    const { id_solicitud, titulo: title, status } = row
    const result = { kind: 'solicitud' as const, id: id_solicitud, title, note, status, suelto: false, reason }
    return { rank, main: row.id_solicitud_main, result }
  })
  // If only several requests together or part of an id match a case file, all its requests are shown.
  const meant = new Set(found.filter(({ rank }) => rank < 5).map(({ main }) => main))
  return best(
    found.filter(({ rank, main }) => rank < 5 || !meant.has(main)),
    searchMost,
  )
}

/** Ranks documents by name: those that begin with the query, then the newest. */
function rankDocuments(q: string, documents: readonly NamedDocument[]): Result[] {
  const missing = createMatcher(q)
  const start = foldSearch(q)
  const found = documents
    .filter(({ nombre }) => missing([nombre]).length === 0)
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
    .map(({ id_documento: id, nombre, titulo, id_solicitud }) => ({
      rank: foldSearch(nombre).startsWith(start) ? 0 : 1,
      result: {
        kind: 'document' as const,
        id,
        title: nombre,
        note: titulo ?? '',
        status: null,
        suelto: id_solicitud === null,
        reason: null,
      },
    }))
  return best(found, searchMost)
}

async function searchPeople(db: Kysely<Database>, actor: Actor, q: string): Promise<Result[]> {
  const company = peopleScope(actor, undefined)
  const people = await findPeople(db, { company, q, staff: false, limit: searchMost })
  const plain = { kind: 'person' as const, status: null, suelto: false, reason: null }
  return people.map(({ id, nombre, email }) => ({ ...plain, id, title: nombre, note: email }))
}

/** Ranks templates by name: those that begin with the query, then the last changed. */
async function searchTemplates(db: Kysely<Database>, actor: Actor, q: string): Promise<Result[]> {
  const start = foldSearch(q)
  const found = (await findTemplates(db, actor, { q, archived: false, limit: ranked })).map(({ id, name }) => ({
    rank: foldSearch(name).startsWith(start) ? 0 : 1,
    result: { kind: 'template' as const, id, title: name, note: '', status: null, suelto: false, reason: null },
  }))
  return best(found, searchMost)
}

/** Requests for signatures and documents, newest first, with the recipient that matches most of what the title lacks. */
async function searchPedidos(ctx: Ctx, q: string): Promise<Result[]> {
  const missing = createMatcher(q)
  return (await searchRequests(ctx, q, searchMost)).map(({ id, titulo, expediente, recipients, pedido }) => {
    const left = missing([titulo])
    const [best] = recipients
      .map(({ nombre, email }) => ({ text: nombre, without: missing([nombre, email], left).length }))
      .toSorted((a, b) => a.without - b.without)
    const reason = left.length === 0 || best === undefined ? null : { kind: 'destinatario' as const, text: best.text }
    return {
      kind: 'request' as const,
      id,
      title: titulo,
      note: expediente ?? '',
      status: null,
      suelto: false,
      reason,
      pedido,
    }
  })
}

/**
 * Search of the command bar in what the caller may see: solicitudes, documents, templates, colleagues and requests for
 * signatures and documents, at most eight of each. Uses the case files that the list finds, newest first
 * (docs/adr/0018), which bounds the work.
 */
export async function searchEverything(ctx: Ctx, q: string): Promise<Result[]> {
  const { db, actor, clock } = ctx
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
    ...(await searchPedidos(ctx, q)),
  ]
}
