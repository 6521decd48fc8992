import { createSolicitudMain, detailsSolicitud, listSolicitudMain, metrics } from '@foja/contracts/solicitudes'
import {
  agenda,
  bulkSolicitudes,
  changeStatusMediation,
  deleteSolicitud,
  listDeletedSolicitudes,
  recordMediation,
  restoreSolicitud,
  returnPendiente,
  sendSolicitud,
  solicitudCalendar,
  updateSolicitud,
  exportSolicitudes,
} from '@foja/contracts/casework'
import { ProblemError } from '../../../http/problem.ts'
import type { Api } from '../../../http/register.ts'
import { documentSink, renderAhead } from '../../documents/public.ts'
import {
  changeStatusMediation as changeMediation,
  recordMediation as record,
} from '../mediation/change-status-mediation.ts'
import { createSolicitudMain as create } from './create-solicitud-main.ts'
import { detailsSolicitud as details, listSolicitudMain as list, readReturned } from './read-solicitudes.ts'
import { agenda as readAgenda, solicitudCalendar as calendar } from './agenda.ts'
import { bulkSolicitudes as bulk } from './bulk-solicitudes.ts'
import { returnToPendiente, sendSolicitud as send, updateSolicitud as update } from './change-solicitud.ts'
import { deleteCase, listDeletedCases, restoreCase } from './recycle-case.ts'
import { exportSolicitudes as exported } from './export-solicitudes.ts'
import { scopeOf } from './list-filter.ts'
import { countByStatus } from './list.queries.ts'

/** Routes that change the state of requests and mediations, and those about appointments. */
export function registerCasework(api: Api): void {
  api.route(updateSolicitud, async ({ ctx, body }) => ({ status: 200, body: await update(ctx, body) }), readReturned)
  api.route(sendSolicitud, async ({ ctx, body }) => ({ status: 200, body: await send(ctx, body) }), readReturned)
  api.route(returnPendiente, async ({ ctx, body }) => ({ status: 200, body: await returnToPendiente(ctx, body) }))
  api.route(deleteSolicitud, async ({ ctx, body }) => {
    await deleteCase(ctx, body)
    return { status: 200, body: { id_solicitud_main: body.id_solicitud_main } }
  })
  api.route(restoreSolicitud, async ({ ctx, body }) => {
    return { status: 200, body: await restoreCase(ctx, body.id_solicitud_main) }
  })
  api.route(listDeletedSolicitudes, async ({ ctx }) => ({ status: 200, body: await listDeletedCases(ctx) }))
  api.route(bulkSolicitudes, async ({ ctx, body }) => ({ status: 200, body: await bulk(ctx, body) }))
  api.route(changeStatusMediation, async ({ ctx, params, body }) => ({
    status: 200,
    body: await changeMediation(ctx, { ...body, id: params.id }),
  }))
  api.route(recordMediation, async ({ ctx, body }) => ({ status: 200, body: { documents: await record(ctx, body) } }))
  api.route(agenda, async ({ ctx, query }) => ({ status: 200, body: await readAgenda(ctx, query) }))
  api.route(solicitudCalendar, async ({ ctx, params }) => ({ status: 200, body: await calendar(ctx, params.id) }))
}

/** Routes of the lists of case files, their metrics and their export. */
export function registerLists(api: Api): void {
  api.route(listSolicitudMain, async ({ ctx, query }) => ({ status: 200, body: await list(ctx, query) }))

  api.route(metrics, async ({ ctx: { db, actor } }) => {
    const scope = scopeOf(actor)
    const counts = scope === null ? {} : await countByStatus(db, scope)
    return { status: 200, body: { pendiente: 0, agendado: 0, concluido: 0, ...counts } }
  })

  api.route(exportSolicitudes, async ({ ctx, query }) => {
    return { status: 200, body: { ...exported(ctx, query), type: 'text/csv; charset=utf-8' } }
  })
}

/** Routes that create case files and read requests. */
export function registerSolicitudes(api: Api): void {
  api.route(createSolicitudMain, async ({ ctx, parts }) => {
    const { id_company: idCompany } = ctx.actor
    // Ensured by the policy; repeated for the type.
    if (idCompany === null) throw new ProblemError('forbidden')
    const { files, data } = await parts.read(documentSink(ctx, idCompany))
    const answer = await create(ctx, { idCompany, data, files })
    const documents = answer.body.solicitudes.flatMap(({ description }) => description)
    const paths = documents.map(({ pdf_path }) => pdf_path)
    if (answer.status === 201) renderAhead(ctx, paths)
    return answer
  })

  api.route(detailsSolicitud, async ({ ctx, params }) => ({ status: 200, body: await details(ctx, params.id) }))
}
