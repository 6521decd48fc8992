import type { DocumentDetails } from '@foja/contracts/documents'
import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { isSettled } from '../../shared/common-status.ts'

/** The steps of a request in order. */
export const stepKinds = ['send', 'schedule', 'register', 'sign', 'conclude'] as const
/** `attend`: the appointment has yet to take place. */
export type StepKind = (typeof stepKinds)[number] | 'attend'

/** What comes next; `mine`: the user may do it. `documents` are those that it is about. */
export type NextStep = { kind: StepKind; mine: boolean; documents: readonly DocumentDetails[] }

export const pdfsOf = ({ description }: Pick<SolicitudDetails, 'description'>) =>
  description.filter((one) => one.paginas !== null)

export const isSigned = ({ signatures }: Pick<DocumentDetails, 'signatures'>): boolean => signatures.count > 0

/**
 * The next step of a request; null once it is concluded. A request with results needs no date, and does not wait for its
 * appointment.
 */
export function nextStep(solicitud: SolicitudDetails, now: number): NextStep | null {
  const { status, actions, description, fecha_agendada } = solicitud
  if (status === 'concluido') return null
  if (status === 'pendiente') return { kind: 'send', mine: actions.includes('send'), documents: description }
  const open = description.filter((one) => !isSettled(one.status_mediacion))
  const untouched = open.length === description.length
  if (fecha_agendada === null && untouched)
    return { kind: 'schedule', mine: actions.includes('schedule'), documents: description }
  const mediates = open.some((one) => one.actions.includes('mediate'))
  if (fecha_agendada !== null && untouched && Date.parse(fecha_agendada) > now)
    return { kind: 'attend', mine: mediates, documents: open }
  if (open.length > 0) return { kind: 'register', mine: mediates, documents: open }
  const unsigned = pdfsOf(solicitud).filter((one) => !isSigned(one) && one.actions.includes('sign'))
  if (unsigned.length > 0) return { kind: 'sign', mine: true, documents: unsigned }
  return { kind: 'conclude', mine: actions.includes('conclude'), documents: [] }
}
