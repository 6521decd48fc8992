import type { Document } from '@foja/contracts/documents'
import type { fillTemplate as endpoint } from '@foja/contracts/template-fills'
import { canonicalJson } from '@foja/db/canonical-json'
import { inTransaction } from '@foja/db/transaction'
import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import { ProblemError } from '../../http/problem.ts'
import {
  discardFiles,
  findEarlierDocuments,
  keepFiles,
  loosePlace,
  placeIn,
  readDocuments,
  storeCreatedIds,
  claimKey,
  type KeyedCall,
} from '../documents/public.ts'
import { lockActor } from '../identity/public.ts'
import { asSource, fillPdf, documentName } from './fill-pdf.ts'
import { insertFilled } from './insert-filled.ts'
import { requireTemplate } from './read-template.ts'
import { requireValues } from './read-values.ts'
import { requireTargetCase } from './target-case.ts'
import type { Call, TemplateDeps } from './template-context.ts'

export type Fill = z.output<typeof endpoint.body>
type Result = { status: 200 | 201; body: Document }

/** The identity of the request; null without a key. */
function keyedCall({ actor }: Call, { key, ...content }: Fill): KeyedCall | null {
  if (key === undefined) return null
  const request_sha256 = createHash('sha256')
    .update(canonicalJson({ fill: content }))
    .digest('hex')
  return { id_user: actor.id, key, request_sha256 }
}

/** The document of an earlier repetition; null for the first request. */
async function findRepeated(deps: TemplateDeps, keyed: KeyedCall | null): Promise<Result | null> {
  const before = keyed === null ? null : await findEarlierDocuments(deps.db, keyed)
  if (before === null) return null
  const [body] = before
  // It is in the recycle bin.
  if (body === undefined) throw new ProblemError('not_found')
  return { status: 200, body }
}

/** Fills a template and stores the PDF, which no row references yet. */
async function fillAndStore(deps: TemplateDeps, call: Call, input: Fill) {
  const template = await requireTemplate(deps.db, call.actor, 'template.read', input.id)
  if (template.archived_at !== null) throw new ProblemError('template_archived')
  await requireTargetCase(deps.db, call.actor, template, input.id_solicitud)
  const values = requireValues(template, input.data)
  const bytes = await fillPdf(deps, { ...template, values, flatten: input.flatten })
  const stored = await deps.store.put(asSource(bytes), { maxBytes: bytes.byteLength })
  return { template, stored }
}

/**
 * Creates a document from a template: appended to the request `id_solicitud`, or outside every case file without it.
 * Returns 200 with the first result when the same user repeats the same request with the same key.
 * @throws ProblemError not_found, forbidden, validation_failed, id_in_use, template_archived, transition_not_allowed,
 * solicitud_concluded, template_data_wrong, text_not_encodable, image_unsupported, pdf_cannot_be_filled
 */
export async function fillTemplate(deps: TemplateDeps, call: Call, input: Fill): Promise<Result> {
  const keyed = keyedCall(call, input)
  const before = await findRepeated(deps, keyed)
  if (before !== null) return before
  const { template, stored } = await fillAndStore(deps, call, input)
  const { actor } = call
  const nombre = documentName(input.nombre, template.name)
  const id = await keepFiles(deps.store, [stored.key], () =>
    inTransaction(deps.db, async (trx) => {
      const at = deps.clock()
      await lockActor(trx, actor, at)
      if (keyed !== null && !(await claimKey(trx, keyed, at))) return null
      const { id_solicitud } = input
      const place = id_solicitud === undefined ? loosePlace(actor) : await placeIn(trx, actor, id_solicitud, at)
      const created = await insertFilled(trx, deps, { template, nombre, stored, place, call, at })
      if (keyed !== null) await storeCreatedIds(trx, keyed, [created])
      return created
    }),
  )
  if (id === null) {
    await discardFiles(deps.store, [stored.key])
    const repeated = await findRepeated(deps, keyed)
    if (repeated === null) throw new ProblemError('unavailable')
    return repeated
  }
  const [body] = await readDocuments(deps.db, [id])
  if (body === undefined) throw new ProblemError('not_found')
  return { status: 201, body }
}
