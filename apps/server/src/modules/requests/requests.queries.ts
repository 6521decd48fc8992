import type { Actor } from '@foja/contracts/policies'
import type { RequestKind } from '@foja/contracts/request-states'
import type { RecipientTable } from '@foja/db/request-tables'
import type { Database } from '@foja/db/schema'
import { foldSearch } from '@foja/db/search'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'

/** Requests of both kinds with their case file and author. */
export function selectRequests(db: Kysely<Database>) {
  return db
    .selectFrom('request')
    .innerJoin('app_user as author', 'author.id', 'request.created_by')
    .innerJoin('company', 'company.id', 'request.id_company')
    .leftJoin('solicitud_main as main', 'main.id_solicitud_main', 'request.id_solicitud_main')
    .selectAll('request')
    .select((eb) => [
      'author.nombre as author_nombre',
      'author.email as author_email',
      'company.nombre as company_nombre',
      'company.logo_key',
      'company.activa',
      'main.titulo as expediente',
      eb.fn.coalesce('main.created_by', 'request.created_by').as('owner'),
    ])
}
export type RequestRow = Awaited<ReturnType<ReturnType<typeof selectRequests>['executeTakeFirstOrThrow']>>

/** The requests of some kinds that the caller may manage: the permission `document.ask` as SQL. */
export function selectVisible(db: Kysely<Database>, actor: Actor, kinds: readonly RequestKind[]) {
  let query = selectRequests(db).where('request.kind', 'in', kinds)
  if (actor.role !== 'admin') query = query.where('request.id_company', '=', actor.id_company)
  if (actor.role === 'usuario') {
    query = query.where((eb) => eb(eb.fn.coalesce('main.created_by', 'request.created_by'), '=', actor.id))
  }
  return query
}

/** Requests of which each word begins a word of the title, or of the name or address of one recipient. */
export function whereWords(query: ReturnType<typeof selectRequests>, q: string): ReturnType<typeof selectRequests> {
  const words = foldSearch(q).split(' ').filter(Boolean)
  return words.reduce((matching, word) => {
    const beginsWith = `% ${word}%`
    return matching.where(sql<boolean>`(' ' || fold_search(request.titulo) like ${beginsWith}
      or exists (select from recipient one where one.id_request = request.id
        and ' ' || fold_search(one.nombre) || ' ' || fold_search(one.email) like ${beginsWith}))`)
  }, query)
}

export type RecipientRow = Selectable<RecipientTable>

export async function findRequest(db: Kysely<Database>, id: string): Promise<RequestRow | undefined> {
  return await selectRequests(db).where('request.id', '=', id).executeTakeFirst()
}

/** Locks a request until the transaction ends, before case file and document. */
export async function lockRequest(trx: Transaction<Database>, id: string): Promise<RequestRow | undefined> {
  await trx.selectFrom('request').select('id').where('id', '=', id).forUpdate().execute()
  return await findRequest(trx, id)
}

/** By turn, then as entered; those of `copia` last. */
export async function findRecipients(db: Kysely<Database>, requests: readonly string[]): Promise<RecipientRow[]> {
  if (requests.length === 0) return []
  return await db
    .selectFrom('recipient')
    .selectAll()
    .where('id_request', 'in', requests)
    .orderBy(sql`turno nulls last`)
    .orderBy('position')
    // A delegate after the one who passed it on.
    .orderBy('sent_at')
    .orderBy('id')
    .execute()
}

export async function findRecipient(db: Kysely<Database>, id: string): Promise<RecipientRow | undefined> {
  return await db.selectFrom('recipient').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findRecipientByDigest(db: Kysely<Database>, digest: string): Promise<RecipientRow | undefined> {
  return await db.selectFrom('recipient').selectAll().where('token_sha256', '=', digest).executeTakeFirst()
}

/** The documents of several requests, in order; those in the recycle bin too. */
export async function findRequestDocuments(db: Kysely<Database>, requests: readonly string[]) {
  if (requests.length === 0) return []
  return await db
    .selectFrom('request_document as part')
    .innerJoin('document', 'document.id_documento', 'part.id_documento')
    .where('part.id_request', 'in', requests)
    .select(['part.id_request', 'part.id_documento', 'document.nombre', 'document.deleted_at'])
    .orderBy('part.position')
    .execute()
}

/** Ids of the documents that a recipient has signed. */
export async function findSigned(db: Kysely<Database>, recipient: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('recipient_version')
    .where('id_recipient', '=', recipient)
    .select('id_documento')
    .execute()
  return new Set(rows.map(({ id_documento }) => id_documento))
}
