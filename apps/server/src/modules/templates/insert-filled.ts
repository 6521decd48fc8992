import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { StoredObject } from '@foja/storage/object-store'
import { sql, type Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { ProblemError } from '../../http/problem.ts'
import { insertDocument, type Place } from '../documents/public.ts'
import { announceChange } from '../notify/public.ts'
import { receivedFilled } from './received-filled.ts'
import type { TemplateRow } from './templates.queries.ts'

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
    place: Place
    actor: { id: string; nombre: string }
    /** Absent in a job. */
    ip?: string
    at: Date
  },
): Promise<string> {
  const { template, nombre, stored, place, actor, ip, at } = filled
  const { idSolicitud, position, ...owner } = place
  await countUse(trx, template.id, at)
  const received = receivedFilled(nombre, stored, template)
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
