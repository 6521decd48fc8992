import type { ListedUser, userOrderings, UserStatus } from '@foja/contracts/users'
import type { Tone } from '../../ui/badge.tsx'

/** Copied from the contract: importing its schemas would add as much code as the page has. */
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

/** True if the invitation has expired and a new one is needed. */
export const invitationLapsed = ({ status, invitation_expires_at: until }: ListedUser, now = Date.now()): boolean =>
  status === 'invitado' && (until === null || Date.parse(until) <= now)
