import { exportSolicitudes } from '@foja/contracts/casework'
import { listSolicitudMain, metrics } from '@foja/contracts/solicitudes'
import type { AppDeps } from '../../../deps.ts'
import type { Api } from '../../../http/register.ts'
import { limitExports } from '../../../http/export-rate-limit.ts'
import { requireSameActor } from '../../identity/public.ts'
import { exportSolicitudes as exported } from './export-solicitudes.ts'
import { listSolicitudMain as list } from './list-solicitud-main.ts'
import { scopeOf } from './list-scope.ts'
import { countByStatus } from './list.queries.ts'

/** Routes of the lists of case files, their metrics and their export. */
export function registerLists(api: Api, { db, clock }: Pick<AppDeps, 'db' | 'clock'>): void {
  api.route(listSolicitudMain, async ({ query, actor, reader }) => ({
    status: 200,
    body: await list(db, actor, query, { timeZone: reader.timeZone, now: clock() }),
  }))

  api.route(metrics, async ({ actor }) => {
    const scope = scopeOf(actor)
    const counts = scope === null ? {} : await countByStatus(db, scope)
    return { status: 200, body: { pendiente: 0, agendado: 0, concluido: 0, ...counts } }
  })

  api.route(exportSolicitudes, async ({ query, actor, reader }) => {
    await limitExports({ db, clock }, actor)
    const assertAccess = async () => await requireSameActor(db, actor, clock())
    const file = exported(db, actor, query, { reader, now: clock(), assertAccess })
    return { status: 200, body: { ...file, type: 'text/csv; charset=utf-8' } }
  })
}
