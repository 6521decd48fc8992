import { createSolicitudMain, detailsSolicitud } from '@foja/contracts/solicitudes'
import type { AppDeps } from '../../../deps.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { Api } from '../../../http/register.ts'
import { documentSink, renderAhead } from '../../documents/public.ts'
import { createSolicitudMain as create } from './create-solicitud-main.ts'
import { detailsSolicitud as details } from './details-solicitud.ts'

export type SolicitudDeps = Pick<AppDeps, 'db' | 'store' | 'clock' | 'renderer' | 'pageCache' | 'engine' | 'bus'>

/** Routes that create case files and read requests. */
export function registerSolicitudes(api: Api, deps: SolicitudDeps): void {
  api.route(createSolicitudMain, async ({ parts, actor, request }) => {
    // Ensured by the policy; repeated for the type.
    if (actor.id_company === null) throw new ProblemError('forbidden')
    const { files, data } = await parts.read(documentSink(deps, actor.id_company))
    const answer = await create(deps, { actor, idCompany: actor.id_company, ip: request.ip, data, files })
    const documents = answer.body.solicitudes.flatMap((solicitud) => solicitud.description)
    if (answer.status === 201)
      renderAhead(
        deps,
        request.log,
        documents.map((document) => document.pdf_path),
      )
    return answer
  })

  api.route(detailsSolicitud, async ({ params, actor }) => ({
    status: 200,
    body: await details(deps.db, actor, params.id),
  }))
}
