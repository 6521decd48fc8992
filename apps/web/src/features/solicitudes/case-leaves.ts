import type { Document, DocumentAction } from '@foja/contracts/documents'
import type { Solicitud, SolicitudDetails } from '@foja/contracts/solicitudes'

/** A document of a case file and its request. */
export type Leaf = {
  document: Document
  actions: readonly DocumentAction[]
  request: Pick<Solicitud, 'id_solicitud' | 'tipo' | 'status'>
  /** The document belongs to the request on the screen. */
  own: boolean
}

const onAnyFile: readonly DocumentAction[] = ['share', 'share_users', 'email', 'download']
const onAnyPdf: readonly DocumentAction[] = [...onAnyFile, 'sign', 'verify']

/**
 * All documents of the case file, those of the current request first. Policies for sharing, signing and verifying
 * depend on the case file, so they are the same for all its documents (signing and verifying only for PDFs). Mediation
 * and deletion depend on the status of the document's own request, and are done there.
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
