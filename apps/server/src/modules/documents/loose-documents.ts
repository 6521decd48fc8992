import type { Document, looseDocuments as call } from '@foja/contracts/documents'
import { foldSearch } from '@foja/db/search'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import { presentDocument } from './documents.presenter.ts'
import { selectDocuments } from './documents.queries.ts'

const pageSize = 30

/** The document `d` was uploaded for a template and is unchanged; the same PDF uploaded later is a document. */
export const isTemplateBase = (d: 'document' | 'd') => sql<boolean>`exists (select from template_base b
  join document_version v on v.id_documento = ${sql.ref(`${d}.id_documento`)} and v.version = ${sql.ref(`${d}.version`)}
  where b.id_company = ${sql.ref(`${d}.id_company`)} and b.sha256 = v.sha256
    and b.created_at >= ${sql.ref(`${d}.created_at`)})`

/** Documents outside every case file that the caller may sign, newest first, by the beginnings of words in their name. */
export async function looseDocuments(
  { db, actor }: Ctx,
  { q, page = 1 }: z.output<typeof call.query>,
): Promise<{ results: Document[]; next: number | null }> {
  let query = selectDocuments(db)
    .where('document.id_solicitud', 'is', null)
    .where(sql<boolean>`not ${isTemplateBase('document')}`)
  // The permission `document.sign` as SQL, so that a page counts only permitted rows.
  if (actor.role !== 'admin') query = query.where('document.id_company', '=', actor.id_company)
  if (actor.role === 'usuario') query = query.where('document.created_by', '=', actor.id)
  for (const word of foldSearch(q ?? '')
    .split(' ')
    .filter(Boolean)) {
    query = query.where(sql<boolean>`' ' || fold_search(document.nombre) like ${`% ${word}%`}`)
  }
  const rows = await query
    .orderBy('document.created_at', 'desc')
    .orderBy('document.id_documento')
    .offset((page - 1) * pageSize)
    .limit(pageSize + 1)
    .execute()
  return {
    results: rows.slice(0, pageSize).map(presentDocument),
    next: rows.length > pageSize ? page + 1 : null,
  }
}
