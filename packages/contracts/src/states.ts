import type { Role } from './roles.ts'

export const solicitudStatuses = ['pendiente', 'agendado', 'concluido'] as const
export type SolicitudStatus = (typeof solicitudStatuses)[number]

export const mediationStatuses = [
  'sin_iniciar',
  'en_proceso',
  'acuerdo_total',
  'acuerdo_parcial',
  'sin_acuerdo',
  'no_realizada',
] as const
export type MediationStatus = (typeof mediationStatuses)[number]

export type Transition<State extends string> = {
  from: State
  to: State
  /** A reason is required and kept in the history. */
  needsReason: boolean
  /** Required role, in addition to the policies. */
  roles: readonly Role[]
}

const everyone = ['admin', 'gestor', 'mediador', 'usuario'] as const
const staff = ['admin', 'gestor', 'mediador'] as const

/** State machine of a request, used by the server's guard and the screen's buttons. */
export const solicitudTransitions: readonly Transition<SolicitudStatus>[] = [
  { from: 'pendiente', to: 'agendado', needsReason: false, roles: everyone },
  { from: 'agendado', to: 'concluido', needsReason: false, roles: staff },
  { from: 'agendado', to: 'pendiente', needsReason: true, roles: staff },
  { from: 'concluido', to: 'pendiente', needsReason: true, roles: staff },
]

const outcomes = ['acuerdo_total', 'acuerdo_parcial', 'sin_acuerdo', 'no_realizada'] as const

const mediationTable = (): readonly Transition<MediationStatus>[] => [
  { from: 'sin_iniciar', to: 'en_proceso', needsReason: false, roles: staff },
  ...outcomes.map((to) => ({ from: 'en_proceso', to, needsReason: false, roles: staff }) as const),
  ...outcomes.map((from) => ({ from, to: 'en_proceso', needsReason: true, roles: staff }) as const),
]

/** State machine of the mediation of a document. Marked pure, so that pages that only name the states drop it. */
export const mediationTransitions = /* @__PURE__ */ mediationTable()

/** The transition from one state to another, or undefined. */
export function findTransition<State extends string>(
  table: readonly Transition<State>[],
  from: State,
  to: State,
): Transition<State> | undefined {
  return table.find((transition) => transition.from === from && transition.to === to)
}
