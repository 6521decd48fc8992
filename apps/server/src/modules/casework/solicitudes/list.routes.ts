import { exportSolicitudes } from '@foja/contracts/casework'
import { listSolicitudMain, metrics } from '@foja/contracts/solicitudes'
import type { Api } from '../../../http/register.ts'
import { limitExports } from '../../../http/export-rate-limit.ts'
import { exportSolicitudes as exported } from './export-solicitudes.ts'
import { listSolicitudMain as list } from './list-solicitud-main.ts'
import { scopeOf } from './list-scope.ts'
import { countByStatus } from './list.queries.ts'

/** Routes of the lists of case files, their metrics and their export. */
export function registerLists(api: Api): void {
  api.route(listSolicitudMain, async ({ ctx, query }) => ({ status: 200, body: await list(ctx, query) }))

  api.route(metrics, async ({ ctx: { db, actor } }) => {
    const scope = scopeOf(actor)
    const counts = scope === null ? {} : await countByStatus(db, scope)
    return { status: 200, body: { pendiente: 0, agendado: 0, concluido: 0, ...counts } }
  })

  api.route(exportSolicitudes, async ({ ctx, query }) => {
    await limitExports(ctx)
    return { status: 200, body: { ...exported(ctx, query), type: 'text/csv; charset=utf-8' } }
  })
}
