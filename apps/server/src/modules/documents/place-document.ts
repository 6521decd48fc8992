import type { Actor } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Change } from '../notify/public.ts'
import { lockSolicitud, requireAllowed, touchCase } from '../case-locks/public.ts'

/** Where documents are inserted: the first position, and whose screens are notified. */
export type Place = Omit<Change, 'id_documento'> & { idSolicitud: string | null; position: number }

/**
 * Returns the place after a request's last document and locks the request until the transaction ends.
 * @throws ProblemError not_found, forbidden, transition_not_allowed, solicitud_concluded
 */
export async function placeIn(trx: Transaction<Database>, actor: Actor, idSolicitud: string, at: Date): Promise<Place> {
  const locked = await lockSolicitud(trx, actor, 'solicitud.update', idSolicitud)
  requireAllowed(locked, actor, 'attach')
  const last = await trx
    .selectFrom('document')
    .where('id_solicitud', '=', idSolicitud)
    .select((eb) => eb.fn.max('position').as('position'))
    .executeTakeFirst()
  await trx.updateTable('solicitud').set({ updated_at: at }).where('id_solicitud', '=', idSolicitud).execute()
  const { id_solicitud_main, id_company, created_by } = locked.main
  await touchCase(trx, id_solicitud_main, at)
  return { idSolicitud, id_solicitud_main, id_company, created_by, position: (last?.position ?? -1) + 1 }
}

/** The place of a document outside every case file. */
export const loosePlace = (actor: Actor): Place => ({
  idSolicitud: null,
  id_solicitud_main: null,
  id_company: actor.id_company,
  created_by: actor.id,
  position: 0,
})
