import { allowedSolicitudActions } from '@foja/contracts/actions'
import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import type { Ctx } from '../../../context.ts'
import { authorize } from '../../../http/authorize.ts'
import { ProblemError } from '../../../http/problem.ts'
import { documentDetailsOf, historyOf } from '../../documents/public.ts'
import { loadMains } from './load-mains.ts'
import { findMainOfSolicitud } from './solicitudes.queries.ts'

/**
 * A request with its documents, case file and history.
 * @throws ProblemError not_found, also when the caller may not read it
 */
export async function detailsSolicitud({ db, actor }: Ctx, id: string): Promise<SolicitudDetails> {
  const owner = await findMainOfSolicitud(db, id)
  authorize('solicitud.read', actor, owner)
  const [main] = await loadMains(db, [owner.id_solicitud_main])
  const solicitud = main?.solicitudes.find((one) => one.id_solicitud === id)
  if (main === undefined || solicitud === undefined) throw new ProblemError('not_found')
  const { history, intact } = await historyOf(db, main.id_solicitud_main)
  return {
    ...solicitud,
    actions: allowedSolicitudActions(actor, owner, solicitud.status),
    description: await documentDetailsOf(db, id, actor),
    solicitud_main: main,
    history,
    history_intact: intact,
  }
}
