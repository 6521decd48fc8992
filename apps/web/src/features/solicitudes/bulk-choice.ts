import { allowedSolicitudActions, type SolicitudAction } from '@foja/contracts/actions'
import type { BulkAction } from '@foja/contracts/casework'
import type { Actor } from '@foja/contracts/policies'
import type { Solicitud, SolicitudMain } from '@foja/contracts/solicitudes'

/** The action in the state table for each bulk action. */
const needed: Record<BulkAction, SolicitudAction> = {
  assign: 'schedule',
  send: 'send',
  return: 'return',
  conclude: 'conclude',
}

/** The requests of the selected case files on which `actor` may perform the action now. */
export function choiceFor(action: BulkAction, groups: readonly SolicitudMain[], actor: Actor): Solicitud[] {
  return groups.flatMap((group) => {
    const resource = { id_company: group.id_company, created_by: group.created_by.id }
    return group.solicitudes.filter((one) =>
      allowedSolicitudActions(actor, resource, one.status).includes(needed[action]),
    )
  })
}

/** The PDFs of the case files, which can be signed as a batch. */
export const pdfsOf = (groups: readonly SolicitudMain[]): string[] =>
  groups.flatMap((group) =>
    group.solicitudes.flatMap((one) =>
      one.description.filter(({ paginas }) => paginas !== null).map(({ id_documento }) => id_documento),
    ),
  )
