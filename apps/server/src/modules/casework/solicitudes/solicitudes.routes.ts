import { createSolicitudMain, detailsSolicitud } from '@foja/contracts/solicitudes'
import { ProblemError } from '../../../http/problem.ts'
import type { Api } from '../../../http/register.ts'
import { documentSink, renderAhead } from '../../documents/public.ts'
import { createSolicitudMain as create } from './create-solicitud-main.ts'
import { detailsSolicitud as details } from './details-solicitud.ts'

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
