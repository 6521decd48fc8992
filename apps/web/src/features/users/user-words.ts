import type { ListedUser, userOrderings, UserStatus } from '@foja/contracts/users'
import type { Tone } from '../../ui/badge.tsx'

/** Written again rather than imported: the schemas that stand beside them weigh as much as the page. */
export const statuses = ['activo', 'invitado', 'desactivado'] as const satisfies readonly UserStatus[]

export type UserOrdering = (typeof userOrderings)[number]
export const orderings = [
  'nombre',
  '-nombre',
  '-last_login_at',
  'last_login_at',
  '-created_at',
  'created_at',
] as const satisfies readonly UserOrdering[]

export const statusTones: Record<UserStatus, Tone> = { activo: 'success', invitado: 'info', desactivado: 'neutral' }

/** Whether the invitation that somebody got is no longer good: another one is needed. */
export const invitationLapsed = ({ status, invitation_expires_at: until }: ListedUser, now = Date.now()): boolean =>
  status === 'invitado' && (until === null || Date.parse(until) <= now)
