import type { bulkSolicitudes as bulkCall } from '@foja/contracts/casework'
import type { Solicitud } from '@foja/contracts/solicitudes'
import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod/mini'
import { inTransaction } from '@foja/db/transaction'
import { reportProblem } from '../../../http/errors.ts'
import type { Locale } from '../../../texts/locale.ts'
import { presentProblem } from '../../../http/problem.ts'
import { sendNotificationBatch, startNotificationBatch } from '../../outbox/public.ts'
import { requireSameActor } from '../../identity/public.ts'
import type { Call, CaseDeps } from './case-context.ts'
import { returnToPendiente } from './return-to-pendiente.ts'
import { sendSolicitud } from './send-solicitud.ts'
import { updateSolicitud } from './update-solicitud.ts'

export type Bulk = z.output<typeof bulkCall.body>

/** The result for one of several requests: the request after the step, or the error. */
export type BulkResult = {
  id_solicitud: string
  solicitud: Solicitud | null
  code: string | null
  detail: string | null
}

/** Language and id of the call, and the log for internal errors. */
export type BulkReader = { locale: Locale; requestId: string; log: FastifyBaseLogger }

async function applyAction(deps: CaseDeps, call: Call, bulk: Bulk, id: string): Promise<Solicitud> {
  if (bulk.action === 'assign') {
    return await updateSolicitud(deps, call, { id_solicitud: id, asignado_a: bulk.asignado_a })
  }
  if (bulk.action === 'conclude') return await updateSolicitud(deps, call, { id_solicitud: id, status: 'concluido' })
  if (bulk.action === 'return') return await returnToPendiente(deps, call, { id_solicitud: id, motivo: bulk.motivo })
  const { action: _action, ids_solicitud: _ids, ...sending } = bulk
  return await sendSolicitud(deps, call, { ...sending, id_solicitud: id })
}

/**
 * Applies one action to several requests, each in its own transaction, one after another: an error of one does not stop
 * the others. Repeated ids count once. Each user of the office gets one letter about all of it.
 */
export async function bulkSolicitudes(
  deps: CaseDeps,
  call: Call,
  bulk: Bulk,
  { locale, requestId, log }: BulkReader,
): Promise<{ results: BulkResult[] }> {
  const results = new Map<string, BulkResult>()
  const whole = startNotificationBatch()
  for (const id of bulk.ids_solicitud) {
    if (results.has(id)) continue
    const step = startNotificationBatch()
    try {
      // A long call: the actor may have lost access meanwhile.
      await requireSameActor(deps.db, call.actor, deps.clock())
      const solicitud = await applyAction(deps, { ...call, batch: step }, bulk, id)
      whole.messages.push(...step.messages)
      results.set(id, { id_solicitud: id, solicitud, code: null, detail: null })
    } catch (error) {
      // Includes internal errors, as the results of the earlier requests must be returned.
      const { code, title, detail } = presentProblem(reportProblem(error, log), locale, requestId)
      results.set(id, { id_solicitud: id, solicitud: null, code, detail: `${title}. ${detail}` })
    }
  }
  try {
    await inTransaction(deps.db, async (trx) => await sendNotificationBatch(trx, deps, whole))
  } catch (error) {
    // The steps are committed; their messages go out one by one.
    reportProblem(error, log)
  }
  return { results: bulk.ids_solicitud.map((id) => results.get(id)!) }
}
