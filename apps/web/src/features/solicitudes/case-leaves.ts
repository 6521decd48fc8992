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

const onAnyFile: readonly DocumentAction[] = ['share', 'share_users', 'email', 'download']
const onAnyPdf: readonly DocumentAction[] = [...onAnyFile, 'sign', 'verify']

/**
 * Every document of the case file, those of its own request first. What may be done with one of them for whose case file
 * it is may be done with all: the policies ask that, and only a PDF is signed or verified. Mediating and deleting hang on
 * the status of a document's own request, and are done there.
 */
export function leavesOf(solicitud: SolicitudDetails): Leaf[] {
  const own = solicitud.description.map((document): Leaf => {
    return { document, actions: document.actions, request: solicitud, own: true }
  })
  const may = [...new Set(own.flatMap((leaf) => leaf.actions))]
  const others = solicitud.solicitud_main.solicitudes.filter((one) => one.id_solicitud !== solicitud.id_solicitud)
  return [
    ...own,
    ...others.flatMap((request) =>
      request.description.map((document): Leaf => {
        const possible = document.paginas === null ? onAnyFile : onAnyPdf
        return { document, actions: may.filter((action) => possible.includes(action)), request, own: false }
      }),
    ),
  ]
}
