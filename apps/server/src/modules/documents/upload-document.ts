import type { Document, uploadDocument as call } from '@foja/contracts/documents'
import { appendEvent } from '@foja/db/events'
import { shardOf } from '@foja/db/history-seal'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import { requestKey, runOnce } from '../../lib/idempotency.ts'
import { announceChange } from '../notify/public.ts'
import { insertDocument } from './insert-document.ts'
import { discardFiles, keepFiles } from './keep-files.ts'
import { loosePlace, placeIn } from './place-document.ts'
import type { ReceivedDocument } from './receive-document.ts'
import { readDocuments } from './read-documents.ts'

export type Upload = {
  data: z.output<NonNullable<typeof call.multipart.data>>
  /** durable already */
  files: ReceivedDocument[]
}

async function insertAll(trx: Transaction<Database>, ctx: Ctx, { data, files }: Upload): Promise<string[]> {
  const { actor, ip } = ctx
  const at = ctx.clock()
  const place = data.id_solicitud === undefined ? loosePlace(actor) : await placeIn(trx, actor, data.id_solicitud, at)
  const { idSolicitud, position, ...owner } = place
  const ids: string[] = []
  for (const [index, received] of files.entries()) {
    const where = { idSolicitud, idCompany: owner.id_company, position: position + index, createdBy: actor.id, at }
    ids.push(await insertDocument(trx, { received, ...where }))
  }
  if (idSolicitud !== null) await announceChange(trx, ctx, { ...owner, id_documento: null })
  const who = { actor: actor.id, actor_label: actor.nombre, ip, at }
  const { id_solicitud_main, id_company } = owner
  // Documents outside a case file begin a chain each. The order of their counters prevents deadlocks between uploads.
  const events = [...ids.entries()]
  if (idSolicitud === null) events.sort(([, one], [, other]) => shardOf(one) - shardOf(other))
  for (const [index, id_documento] of events) {
    const { nombre, sha256 } = files[index]!
    const about = { id_solicitud_main, id_company, id_documento }
    if (idSolicitud === null) await announceChange(trx, ctx, { ...owner, id_documento })
    await appendEvent(trx, { ...about, ...who, action: 'document.uploaded', data: { nombre, sha256 } })
  }
  return ids
}

/**
 * Stores files as documents: appended to the request `id_solicitud`, or outside every case file without it. Returns 200
 * with the first result when the same user repeats the same files with the same key.
 * @throws ProblemError not_found, forbidden, transition_not_allowed, solicitud_concluded, id_in_use
 */
export async function uploadDocument(
  ctx: Ctx,
  upload: Upload,
): Promise<{ status: 200 | 201; body: { documents: Document[] } }> {
  const { db, store, actor } = ctx
  const { data, files } = upload
  const content = [data.id_solicitud ?? null, files.map(({ nombre, sha256 }) => [nombre, sha256])]
  const request = requestKey(actor.id, 'documents', data.key, content)
  const stored = files.map(({ blobKey }) => blobKey)
  const { result: ids, repeated } = await keepFiles(store, stored, () =>
    runOnce(ctx, request, (trx) => insertAll(trx, ctx, upload)),
  )
  if (repeated) await discardFiles(store, stored)
  return { status: repeated ? 200 : 201, body: { documents: await readDocuments(db, ids) } }
}
