import type { Document } from '@foja/contracts/documents'
import type { fillTemplate as endpoint } from '@foja/contracts/template-fills'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { findResult, requestKey, runOnce } from '../../lib/idempotency.ts'
import { discardFiles, keepFiles, loosePlace, placeIn, readDocuments } from '../documents/public.ts'
import { lockActor } from '../identity/public.ts'
import { asSource, fillPdf, documentName } from './fill-pdf.ts'
import { insertFilled } from './insert-filled.ts'
import { requireTemplate } from './read-template.ts'
import { requireValues } from './read-values.ts'
import { requireTargetCase } from './target-case.ts'

export type Fill = z.output<typeof endpoint.body>
type Result = { status: 200 | 201; body: Document }

/** The result with the created document. */
async function resultOf({ db }: Ctx, [id = '']: readonly string[]): Promise<Result> {
  const [body] = await readDocuments(db, [id])
  // It is in the recycle bin.
  if (body === undefined) throw new ProblemError('not_found')
  return { status: 200, body }
}

/** Fills a template and stores the PDF, which no row references yet. */
async function fillAndStore(ctx: Ctx, input: Fill) {
  const { db, store, actor } = ctx
  const template = await requireTemplate(db, actor, 'template.read', input.id)
  if (template.archived_at !== null) throw new ProblemError('template_archived')
  await requireTargetCase(db, actor, template, input.id_solicitud)
  const values = requireValues(template, input.data)
  const bytes = await fillPdf(ctx, { ...template, values, flatten: input.flatten })
  const stored = await store.put(asSource(bytes), { maxBytes: bytes.byteLength })
  return { template, stored }
}

/**
 * Creates a document from a template: appended to the request `id_solicitud`, or outside every case file without it.
 * Returns 200 with the first result when the same user repeats the same request with the same key.
 * @throws ProblemError not_found, forbidden, validation_failed, id_in_use, template_archived, transition_not_allowed,
 * solicitud_concluded, template_data_wrong, text_not_encodable, image_unsupported, pdf_cannot_be_filled
 */
export async function fillTemplate(ctx: Ctx, input: Fill): Promise<Result> {
  const { db, store, clock, actor, ip } = ctx
  const { key, ...content } = input
  const request = requestKey(actor.id, 'documents', key, { fill: content })
  const before = await findResult<string[]>(db, request)
  if (before !== undefined) return await resultOf(ctx, before)
  const { template, stored } = await fillAndStore(ctx, input)
  const nombre = documentName(input.nombre, template.name)
  const insert = async (trx: Transaction<Database>) => {
    const at = clock()
    const { id_solicitud } = input
    const place = id_solicitud === undefined ? loosePlace(actor) : await placeIn(trx, actor, id_solicitud, at)
    return [await insertFilled(trx, ctx, { template, nombre, stored, place, actor, ip, at })]
  }
  const { result: ids, repeated } = await keepFiles(store, [stored.key], () =>
    runOnce(ctx, request, insert, (trx) => lockActor(trx, actor, clock())),
  )
  if (repeated) await discardFiles(store, [stored.key])
  const result = await resultOf(ctx, ids)
  return repeated ? result : { ...result, status: 201 }
}
