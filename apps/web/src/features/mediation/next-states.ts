import type { Role } from '@foja/contracts/roles'
import { mediationTransitions, type MediationStatus, type Transition } from '@foja/contracts/states'

/** The next mediation states for a role, from the state table. */
export const nextStates = (from: MediationStatus, role: Role): Transition<MediationStatus>[] =>
  mediationTransitions.filter((one) => one.from === from && one.roles.includes(role))

/** A step of the dialog: its end, the transitions to it in order, and whether one needs a reason. */
export type Step = { to: MediationStatus; path: MediationStatus[]; needsReason: boolean }

/** What a role can reach in one dialog: outcomes through `en_proceso` by themselves, then `en_proceso` alone. */
export function reachable(from: MediationStatus, role: Role): Step[] {
  return nextStates(from, role)
    .flatMap((first) => [
      { to: first.to, path: [first.to], needsReason: first.needsReason },
      ...(first.to === 'en_proceso' ? nextStates(first.to, role) : [])
        .filter(({ to }) => to !== from)
        .map(({ to }) => ({ to, path: [first.to, to], needsReason: first.needsReason })),
    ])
    .toSorted((a, b) => Number(a.to === 'en_proceso') - Number(b.to === 'en_proceso'))
}
