import type { Ctx } from '../../context.ts'
import { allowedActions, purgedBefore } from './documents.presenter.ts'
import { selectDeleted, type DeletedRow } from './documents.queries.ts'

const most = 100

/** Documents that the caller may restore, of one request or of all, last deleted first. */
export async function deletedFor({ db, clock, actor }: Ctx, idSolicitud: string | undefined): Promise<DeletedRow[]> {
  let query = selectDeleted(db, purgedBefore(clock())).where((eb) =>
    eb.or([eb('solicitud.status', 'is', null), eb('solicitud.status', '<>', 'concluido')]),
  )
  if (idSolicitud !== undefined) query = query.where('document.id_solicitud', '=', idSolicitud)
  // The permissions as SQL, so that the limit counts only permitted rows.
  if (actor.role !== 'admin') query = query.where('document.id_company', '=', actor.id_company)
  if (actor.role === 'mediador' || actor.role === 'usuario') query = query.where('document.signature_count', '=', 0)
  if (actor.role === 'usuario') {
    query = query
      .where((eb) => eb.fn.coalesce('main.created_by', 'document.created_by'), '=', actor.id)
      .where((eb) => eb.or([eb('solicitud.status', 'is', null), eb('solicitud.status', '=', 'pendiente')]))
  }
  const rows = await query.limit(most).execute()
  return rows.filter((row) => allowedActions(row, actor).includes('delete'))
}
