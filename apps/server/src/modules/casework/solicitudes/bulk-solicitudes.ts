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

/** What happened to one of many: the request after the step, or why there was none. */
export type BulkResult = {
  id_solicitud: string
  solicitud: Solicitud | null
  code: string | null
  detail: string | null
}

/** Who reads the answer, and where failures of the server's own are written down. */
export type BulkReader = { locale: Locale; requestId: string; log: FastifyBaseLogger }

async function act(deps: CaseDeps, call: Call, bulk: Bulk, id: string): Promise<Solicitud> {
  if (bulk.action === 'assign') {
    return await updateSolicitud(deps, call, { id_solicitud: id, asignado_a: bulk.asignado_a })
  }
  if (bulk.action === 'conclude') return await updateSolicitud(deps, call, { id_solicitud: id, status: 'concluido' })
  if (bulk.action === 'return') return await returnToPendiente(deps, call, { id_solicitud: id, motivo: bulk.motivo })
  const { action: _action, ids_solicitud: _ids, ...sending } = bulk
  return await sendSolicitud(deps, call, { ...sending, id_solicitud: id })
}

/**
 * The same to many requests, each in a transaction of its own, one after another: what is refused for one holds up
 * nothing of the others. An id that comes twice is one request. Each person of the office gets one letter of all of it.
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
      // Many take long.
      await requireSameActor(deps.db, call.actor, deps.clock())
      const solicitud = await act(deps, { ...call, act: step }, bulk, id)
      whole.messages.push(...step.messages)
      results.set(id, { id_solicitud: id, solicitud, code: null, detail: null })
    } catch (error) {
      // Also what is the server's own failure: what happened to the requests before it must be told.
      const { code, title, detail } = presentProblem(reportProblem(error, log), locale, requestId)
      results.set(id, { id_solicitud: id, solicitud: null, code, detail: `${title}. ${detail}` })
    }
  }
  try {
    await inTransaction(deps.db, async (trx) => await sendNotificationBatch(trx, deps, whole))
  } catch (error) {
    // The steps were taken; what they wrote goes out one by one.
    reportProblem(error, log)
  }
  return { results: bulk.ids_solicitud.map((id) => results.get(id)!) }
}
