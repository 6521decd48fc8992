import {
  agenda,
  bulkSolicitudes,
  returnPendiente,
  sendSolicitud,
  solicitudCalendar,
  updateSolicitud,
} from '@foja/contracts/casework'
import type { FastifyRequest } from 'fastify'
import type { SessionActor } from '../../../http/endpoint-types.ts'
import { namedTimeZone } from '../../../texts/locale.ts'
import type { Api } from '../../../http/register.ts'
import { agenda as readAgenda } from './agenda.ts'
import { bulkSolicitudes as bulk } from './bulk-solicitudes.ts'
import type { Call, CaseDeps } from './case-context.ts'
import { returnToPendiente } from './return-to-pendiente.ts'
import { sendSolicitud as send } from './send-solicitud.ts'
import { solicitudCalendar as calendar } from './solicitud-calendar.ts'
import { updateSolicitud as update } from './update-solicitud.ts'

const callOf = (actor: SessionActor, request: FastifyRequest): Call => ({
  actor,
  ip: request.ip,
  timeZone: namedTimeZone(request.headers['time-zone']),
})

/** Routes that change the state of requests, and those about appointments. */
export function registerCasework(api: Api, deps: CaseDeps): void {
  api.route(updateSolicitud, async ({ body, actor, request }) => ({
    status: 200,
    body: await update(deps, callOf(actor, request), body),
  }))

  api.route(sendSolicitud, async ({ body, actor, request }) => ({
    status: 200,
    body: await send(deps, callOf(actor, request), body),
  }))

  api.route(returnPendiente, async ({ body, actor, request }) => ({
    status: 200,
    body: await returnToPendiente(deps, callOf(actor, request), body),
  }))

  api.route(bulkSolicitudes, async ({ body, actor, request, locale }) => {
    const reader = { locale, requestId: request.id, log: request.log }
    return { status: 200, body: await bulk(deps, callOf(actor, request), body, reader) }
  })

  api.route(agenda, async ({ query, actor }) => ({ status: 200, body: await readAgenda(deps.db, actor, query) }))

  api.route(solicitudCalendar, async ({ params, actor, locale }) => ({
    status: 200,
    body: await calendar(deps, actor, params.id, locale),
  }))
}
