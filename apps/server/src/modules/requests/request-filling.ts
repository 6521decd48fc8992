import type { RequestFillingTable } from '@foja/db/request-tables'
import type { Database } from '@foja/db/schema'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { ProblemError } from '../../http/problem.ts'
import type { Texts } from '../../texts/locale.ts'
import type { OpenFields } from '../templates/public.ts'

export type FillingRow = Selectable<RequestFillingTable>

export const fillingOf = ({ signatures: _signatures, ...made }: OpenFields, id_documento: string) => ({
  ...made,
  id_documento,
})

export async function insertFilling(trx: Transaction<Database>, filling: FillingRow): Promise<void> {
  const { data, ...row } = filling
  await trx
    .insertInto('request_filling')
    .values({ ...row, data: JSON.stringify(data) })
    .execute()
}

/** What the document of a request is made from again; undefined: no recipient has to fill anything. */
export async function findFilling(db: Kysely<Database>, request: string): Promise<FillingRow | undefined> {
  return await db.selectFrom('request_filling').where('id_request', '=', request).selectAll().executeTakeFirst()
}

const remade: Texts = {
  es: 'El documento cambió desde que se hizo de su plantilla, y faltan datos de quien firma. Hazlo otra vez desde la plantilla.',
  en: 'The document changed since it was made from its template, and details of its signers are missing. Make it again from the template.',
}

/**
 * Requires that a document with open fields, whose row is locked, is still as its template made it: making it again would
 * drop what was added.
 * @throws ProblemError validation_failed
 */
export async function requireUnchanged(trx: Transaction<Database>, request: string): Promise<void> {
  const changed = await trx
    .selectFrom('request_filling as filling')
    .innerJoin('document', 'document.id_documento', 'filling.id_documento')
    .where('filling.id_request', '=', request)
    .where('document.version', '>', 1)
    .select('document.id_documento')
    .executeTakeFirst()
  if (changed === undefined) return
  const errors = [{ field: 'documents', code: 'document_changed', message: remade }]
  throw new ProblemError('validation_failed', { errors })
}
