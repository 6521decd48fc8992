import type { DocumentAction } from './documents.ts'
import { can, type Actor, type Resource } from './policies.ts'
import { mediationTransitions, solicitudTransitions, type MediationStatus, type SolicitudStatus } from './states.ts'

/** Actions on a request; the screens offer these only. */
export const solicitudActions = ['update', 'schedule', 'send', 'conclude', 'return', 'attach', 'delete'] as const
export type SolicitudAction = (typeof solicitudActions)[number]

/** A case file: true if all its requests are `pendiente`, and if any of its documents has a signature. */
export type CaseState = { pending: boolean; signed: boolean }

/** Authors delete a case file while it is `pendiente`, managers always, and admins also a signed one. */
export function mayDeleteCase(actor: Actor, resource: Resource, { pending, signed }: CaseState): boolean {
  if (!can('solicitud.delete', actor, resource)) return false
  if (signed) return actor.role === 'admin'
  return pending || actor.role === 'admin' || actor.role === 'gestor'
}

const leads = (actor: Actor, from: SolicitudStatus, to: SolicitudStatus) =>
  solicitudTransitions.some((one) => one.from === from && one.to === to && one.roles.includes(actor.role))

/** The author edits a request until it is sent; the staff until it is concluded. */
function isOpenFor(actor: Actor, resource: Resource, status: SolicitudStatus): boolean {
  if (status === 'concluido') return false
  return status === 'pendiente' || can('solicitud.schedule', actor, resource)
}

/**
 * The actions that policies and the state table allow `actor` on a request in `status`; `delete` is about its whole
 * case file.
 */
export function allowedSolicitudActions(
  actor: Actor,
  resource: Resource,
  status: SolicitudStatus,
  whole?: CaseState,
): SolicitudAction[] {
  const open = isOpenFor(actor, resource, status)
  const allowed: Record<SolicitudAction, boolean> = {
    update: open && can('solicitud.update', actor, resource),
    schedule: open && can('solicitud.schedule', actor, resource),
    send: leads(actor, status, 'agendado') && can('solicitud.send', actor, resource),
    conclude: leads(actor, status, 'concluido') && can('solicitud.conclude', actor, resource),
    return: leads(actor, status, 'pendiente') && can('solicitud.return', actor, resource),
    attach: open && can('solicitud.update', actor, resource),
    delete: whole !== undefined && mayDeleteCase(actor, resource, whole),
  }
  return solicitudActions.filter((action) => allowed[action])
}

/**
 * The state of a document: status of its request (null outside a case file), its mediation, and whether it is a PDF.
 */
export type DocumentPlace = { solicitud: SolicitudStatus | null; mediacion: MediationStatus; isPdf: boolean }

/** The actions allowed on a document. The caller has checked that `actor` may read `resource`. */
export function allowedDocumentActions(actor: Actor, resource: Resource, place: DocumentPlace): DocumentAction[] {
  const { solicitud, mediacion, isPdf } = place
  const leadsOn = mediationTransitions.some((one) => one.from === mediacion && one.roles.includes(actor.role))
  const changeable = solicitud === null || isOpenFor(actor, resource, solicitud)
  const allowed: Record<DocumentAction, boolean> = {
    sign: isPdf && can('document.sign', actor, resource),
    share: can('document.share', actor, resource),
    share_users: can('document.share', actor, resource),
    email: can('document.email', actor, resource),
    mediate: solicitud !== null && solicitud !== 'concluido' && leadsOn && can('document.mediate', actor, resource),
    delete: changeable && can('document.delete', actor, resource),
    verify: isPdf && can('document.read', actor, resource),
    download: can('document.read', actor, resource),
  }
  return (Object.keys(allowed) as DocumentAction[]).filter((action) => allowed[action])
}
