import type { TodoKind } from '@foja/contracts/home'
import type { Role } from '@foja/contracts/roles'
import type { Summary } from './api/summary.ts'

/** The three kinds that come first: for users who request documents, and for staff who handle requests. */
const first = {
  usuario: ['send', 'sign', 'today'],
  staff: ['sign', 'schedule', 'overdue'],
} as const satisfies Record<string, readonly TodoKind[]>

const rest = ['today', 'assign', 'send', 'schedule', 'overdue'] as const satisfies readonly TodoKind[]

const mainKinds = (role: Role): readonly TodoKind[] => first[role === 'usuario' ? 'usuario' : 'staff']

/** The three main kinds, and others that have tasks. */
export function tabKinds(role: Role, counts: Summary['counts']): TodoKind[] {
  const main = mainKinds(role)
  return [...main, ...rest.filter((kind) => !main.includes(kind) && (counts[kind] ?? 0) > 0)]
}

/** The tab of the address if it exists, else the first with tasks. */
export function openKind(kinds: readonly TodoKind[], counts: Summary['counts'], wanted: string | undefined): TodoKind {
  const found = kinds.find((kind) => kind === wanted)
  return found ?? kinds.find((kind) => (counts[kind] ?? 0) > 0) ?? kinds[0] ?? 'sign'
}
