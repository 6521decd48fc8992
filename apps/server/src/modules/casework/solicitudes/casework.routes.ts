import {
  agenda,
  bulkSolicitudes,
  returnPendiente,
  sendSolicitud,
  solicitudCalendar,
  updateSolicitud,
} from '@foja/contracts/casework'
import type { Api } from '../../../http/register.ts'
import { agenda as readAgenda } from './agenda.ts'
import { bulkSolicitudes as bulk } from './bulk-solicitudes.ts'
import { returnToPendiente } from './return-to-pendiente.ts'
import { sendSolicitud as send } from './send-solicitud.ts'
import { solicitudCalendar as calendar } from './solicitud-calendar.ts'
import { updateSolicitud as update } from './update-solicitud.ts'

/** Routes that change the state of requests, and those about appointments. */
export function registerCasework(api: Api): void {
  api.route(updateSolicitud, async ({ ctx, body }) => ({ status: 200, body: await update(ctx, body) }))
  api.route(sendSolicitud, async ({ ctx, body }) => ({ status: 200, body: await send(ctx, body) }))
  api.route(returnPendiente, async ({ ctx, body }) => ({ status: 200, body: await returnToPendiente(ctx, body) }))
  api.route(bulkSolicitudes, async ({ ctx, body }) => ({ status: 200, body: await bulk(ctx, body) }))
  api.route(agenda, async ({ ctx, query }) => ({ status: 200, body: await readAgenda(ctx, query) }))
  api.route(solicitudCalendar, async ({ ctx, params }) => ({ status: 200, body: await calendar(ctx, params.id) }))
}
