import type { Document } from '@foja/contracts/documents'
import type { Role } from '@foja/contracts/roles'
import { mediationTransitions, type MediationStatus, type Transition } from '@foja/contracts/states'

/** The next mediation states for a role, from the state table. */
export const nextStates = (from: MediationStatus, role: Role): Transition<MediationStatus>[] =>
  mediationTransitions.filter((one) => one.from === from && one.roles.includes(role))

const open: readonly MediationStatus[] = ['sin_iniciar', 'en_proceso']

/** The mediation has an outcome. */
export const isSettled = (status: MediationStatus): boolean => !open.includes(status)

export const settledOf = (documents: readonly Pick<Document, 'status_mediacion'>[]): number =>
  documents.filter((one) => isSettled(one.status_mediacion)).length
