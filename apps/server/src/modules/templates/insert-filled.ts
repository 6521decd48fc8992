import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { StoredObject } from '@foja/storage/object-store'
import { sql, type Transaction, type Kysely } from 'kysely'
import type { Actor } from '@foja/contracts/policies'
import type { AppDeps } from '../../deps.ts'
import { ProblemError } from '../../http/problem.ts'
import { insertDocument, loosePlace, placeIn, type Place, type ReceivedDocument } from '../documents/public.ts'
import { announceChange } from '../notify/public.ts'
import type { TemplateRow } from './templates.queries.ts'
import { authorize } from '../../http/authorize.ts'
import type { UsableBase } from './base.ts'

const otherCompany = {
  es: 'La solicitud es de otra empresa que la plantilla. Elige una de la misma.',
  en: 'The request belongs to another company than the template. Choose one of the same.',
}

/**
 * Throws if a document of the template may not be added to the request: the actor may not read or change it, or it
 * belongs to another company than the template, so that admins move no data between companies.
 * @throws ProblemError not_found, forbidden, validation_failed
 */
export async function requireTargetCase(
  db: Kysely<Database>,
  actor: Actor,
  template: { id_company: string },
  idSolicitud: string | undefined,
): Promise<void> {
  if (idSolicitud === undefined) return
  const owner = await db
    .selectFrom('solicitud')
    .innerJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where('id_solicitud', '=', idSolicitud)
    .select(['main.id_company', 'main.created_by'])
    .executeTakeFirst()
  authorize('solicitud.update', actor, owner)
  if (owner.id_company === template.id_company) return
  const errors = [{ field: 'id_solicitud', code: 'other_company', message: otherCompany }]
  throw new ProblemError('validation_failed', { errors })
}

/** A stored filled PDF as input for a new document. */
export const receivedFilled = (
  nombre: string,
  stored: StoredObject,
  { page_sizes }: Pick<UsableBase, 'page_sizes'>,
  activeContent: ReceivedDocument['activeContent'],
): ReceivedDocument => ({
  nombre,
  mime: 'application/pdf',
  blobKey: stored.key,
  size: stored.size,
  sha256: stored.sha256,
  paginas: page_sizes.length,
  pageSizes: page_sizes,
  // The base of a template is unsigned, and filling adds no signature.
  signatures: { count: 0, verdict: null },
  activeContent,
})

/**
 * The place of a document in a solicitud or, loose, in the company of its template, also for admins: requests for
 * signatures belong to a company.
 * @throws ProblemError what `placeIn` throws
 */
export const placeInCompany = async (
  trx: Transaction<Database>,
  actor: Actor,
  { id_company }: { id_company: string },
  { idSolicitud, at }: { idSolicitud: string | null; at: Date },
): Promise<Place> =>
  idSolicitud === null ? { ...loosePlace(actor), id_company } : await placeIn(trx, actor, idSolicitud, at)

/** Counts one use. Throws `not_found` when the template was deleted meanwhile. */
export async function countUse(trx: Transaction<Database>, id: string, at: Date): Promise<void> {
  const counted = await trx
    .updateTable('template')
    .set({ uses: (eb) => eb('uses', '+', 1), last_used_at: sql<Date>`greatest(last_used_at, ${at})` })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (counted === undefined) throw new ProblemError('not_found')
}

/**
 * Inserts a filled PDF, whose bytes are durable, as a document and notifies open screens. Returns its id.
 * @throws ProblemError not_found
 */
export async function insertFilled(
  trx: Transaction<Database>,
  deps: Pick<AppDeps, 'bus'>,
  filled: {
    template: Pick<TemplateRow, 'id' | 'name' | 'version' | 'page_sizes'>
    nombre: string
    stored: StoredObject
    activeContent: ReceivedDocument['activeContent']
    place: Place
    actor: { id: string; nombre: string }
    /** Absent in a job. */
    ip?: string
    at: Date
  },
): Promise<string> {
  const { template, nombre, stored, activeContent, place, actor, ip, at } = filled
  const { idSolicitud, position, ...owner } = place
  await countUse(trx, template.id, at)
  const received = receivedFilled(nombre, stored, template, activeContent)
  const where = { idSolicitud, idCompany: owner.id_company, position, createdBy: actor.id, at }
  const from = { id: template.id, version: template.version }
  const id_documento = await insertDocument(trx, { received, ...where, template: from })
  await announceChange(trx, deps, { ...owner, id_documento: idSolicitud === null ? id_documento : null })
  await appendEvent(trx, {
    action: 'document.filled',
    id_solicitud_main: owner.id_solicitud_main,
    id_company: owner.id_company,
    id_documento,
    actor: actor.id,
    actor_label: actor.nombre,
    data: { nombre, sha256: stored.sha256, plantilla: template.name, version: template.version },
    ip,
    at,
  })
  return id_documento
}
