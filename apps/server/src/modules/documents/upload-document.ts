import type { Document, uploadDocument as call } from '@foja/contracts/documents'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { AppDeps } from '../../deps.ts'
import type { SessionActor } from '../../http/endpoint-types.ts'
import { requestKey, runOnce } from '../../lib/idempotency.ts'
import { announceChange } from '../notify/public.ts'
import { insertDocument } from './insert-document.ts'
import { discardFiles, keepFiles } from './keep-files.ts'
import { loosePlace, placeIn } from './place-document.ts'
import type { ReceivedDocument } from './receive-document.ts'
import { readDocuments } from './read-documents.ts'

export type UploadDeps = Pick<AppDeps, 'db' | 'store' | 'clock' | 'bus'>

export type Upload = {
  actor: SessionActor
  ip: string
  data: z.output<NonNullable<typeof call.multipart.data>>
  /** durable already */
  files: ReceivedDocument[]
}

async function insertAll(
  trx: Transaction<Database>,
  deps: UploadDeps,
  { actor, ip, data, files }: Upload,
  at: Date,
): Promise<string[]> {
  const place = data.id_solicitud === undefined ? loosePlace(actor) : await placeIn(trx, actor, data.id_solicitud, at)
  const { idSolicitud, position, ...owner } = place
  const ids: string[] = []
  for (const [index, received] of files.entries()) {
    const where = { idSolicitud, idCompany: owner.id_company, position: position + index, createdBy: actor.id, at }
    ids.push(await insertDocument(trx, { received, ...where }))
  }
  if (idSolicitud !== null) await announceChange(trx, deps, { ...owner, id_documento: null })
  const who = { actor: actor.id, actor_label: actor.nombre, ip, at }
  const { id_solicitud_main, id_company } = owner
  for (const [index, id_documento] of ids.entries()) {
    const { nombre, sha256 } = files[index]!
    const about = { id_solicitud_main, id_company, id_documento }
    if (idSolicitud === null) await announceChange(trx, deps, { ...owner, id_documento })
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
  deps: UploadDeps,
  upload: Upload,
): Promise<{ status: 200 | 201; body: { documents: Document[] } }> {
  const { actor, data, files } = upload
  const content = [data.id_solicitud ?? null, files.map(({ nombre, sha256 }) => [nombre, sha256])]
  const request = requestKey(actor.id, 'documents', data.key, content)
  const stored = files.map(({ blobKey }) => blobKey)
  const { result: ids, repeated } = await keepFiles(deps.store, stored, () =>
    runOnce(deps, request, (trx) => insertAll(trx, deps, upload, deps.clock())),
  )
  if (repeated) await discardFiles(deps.store, stored)
  return { status: repeated ? 200 : 201, body: { documents: await readDocuments(deps.db, ids) } }
}
