import type { bulkSolicitudes as bulkCall } from '@foja/contracts/casework'
import type { Solicitud } from '@foja/contracts/solicitudes'
import type * as z from 'zod/mini'
import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../../context.ts'
import { reportProblem } from '../../../http/errors.ts'
import { presentProblem } from '../../../http/problem.ts'
import { sendNotificationBatch, startNotificationBatch } from '../../outbox/public.ts'
import { requireSameActor } from '../../identity/public.ts'
import type { CaseCtx } from './notify-participants.ts'
import { returnToPendiente, sendSolicitud, updateSolicitud } from './change-solicitud.ts'

export type Bulk = z.output<typeof bulkCall.body>

/** The result for one of several requests: the request after the step, or the error. */
export type BulkResult = {
  id_solicitud: string
  solicitud: Solicitud | null
  code: string | null
  detail: string | null
}

async function applyAction(ctx: CaseCtx, bulk: Bulk, id: string): Promise<Solicitud> {
  if (bulk.action === 'assign') {
    return await updateSolicitud(ctx, { id_solicitud: id, asignado_a: bulk.asignado_a })
  }
  if (bulk.action === 'conclude') return await updateSolicitud(ctx, { id_solicitud: id, status: 'concluido' })
  if (bulk.action === 'return') return await returnToPendiente(ctx, { id_solicitud: id, motivo: bulk.motivo })
  const { action: _action, ids_solicitud: _ids, ...sending } = bulk
  return await sendSolicitud(ctx, { ...sending, id_solicitud: id })
}

/**
 * Applies one action to several requests, each in its own transaction, one after another: an error of one does not stop
 * the others. Repeated ids count once. Each user of the office gets one letter about all of it.
 */
export async function bulkSolicitudes(ctx: Ctx, bulk: Bulk): Promise<{ results: BulkResult[] }> {
  const { db, clock, actor, locale, requestId, log } = ctx
  const results = new Map<string, BulkResult>()
  const whole = startNotificationBatch()
  for (const id of bulk.ids_solicitud) {
    if (results.has(id)) continue
    const step = startNotificationBatch()
    try {
      // A long call: the actor may have lost access meanwhile.
      await requireSameActor(db, actor, clock())
      const solicitud = await applyAction({ ...ctx, batch: step }, bulk, id)
      whole.messages.push(...step.messages)
      results.set(id, { id_solicitud: id, solicitud, code: null, detail: null })
    } catch (error) {
      // Includes internal errors, as the results of the earlier requests must be returned.
      const { code, title, detail } = presentProblem(reportProblem(error, log), locale, requestId)
      results.set(id, { id_solicitud: id, solicitud: null, code, detail: `${title}. ${detail}` })
    }
  }
  try {
    await inTransaction(db, async (trx) => await sendNotificationBatch(trx, ctx, whole))
  } catch (error) {
    // The steps are committed; their messages go out one by one.
    reportProblem(error, log)
  }
  return { results: bulk.ids_solicitud.map((id) => results.get(id)!) }
}
