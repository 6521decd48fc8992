import type { Document, DocumentAction } from '@foja/contracts/documents'
import type { Solicitud, SolicitudDetails } from '@foja/contracts/solicitudes'

/** A document of a case file with the request that it belongs to. */
export type Leaf = {
  document: Document
  actions: readonly DocumentAction[]
  request: Pick<Solicitud, 'id_solicitud' | 'tipo' | 'status'>
  /** Of the request that is on the screen. */
  own: boolean
}

/**
 * Every document of the case file, those of its own request first. Who may share or download one may do so with all:
 * the policies ask whose the case file is, and only a PDF is signed or verified.
 */
export function leavesOf(solicitud: SolicitudDetails): Leaf[] {
  const own = solicitud.description.map((document): Leaf => {
    return { document, actions: document.actions, request: solicitud, own: true }
  })
  const may = [...new Set(own.flatMap((leaf) => leaf.actions))]
  const onAnyFile = may.filter((action) => action === 'share' || action === 'download')
  const others = solicitud.solicitud_main.solicitudes.filter((one) => one.id_solicitud !== solicitud.id_solicitud)
  return [
    ...own,
    ...others.flatMap((request) =>
      request.description.map((document): Leaf => {
        return { document, actions: document.paginas === null ? onAnyFile : may, request, own: false }
      }),
    ),
  ]
}
