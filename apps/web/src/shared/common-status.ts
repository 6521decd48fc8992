import type { Document } from '@foja/contracts/documents'
import type { MediationStatus } from '@foja/contracts/states'

/**
 * The common mediation status of documents: the same for all, or in progress if one has not ended; null for mixed
 * outcomes.
 */
export function commonStatus(documents: readonly Pick<Document, 'status_mediacion'>[]): MediationStatus | null {
  const all = new Set(documents.map((one) => one.status_mediacion))
  const [first] = all
  if (all.size === 1 && first !== undefined) return first
  return all.has('en_proceso') || all.has('sin_iniciar') ? 'en_proceso' : null
}

const open: readonly MediationStatus[] = ['sin_iniciar', 'en_proceso']

/** The mediation has an outcome. */
export const isSettled = (status: MediationStatus): boolean => !open.includes(status)

export const settledOf = (documents: readonly Pick<Document, 'status_mediacion'>[]): number =>
  documents.filter((one) => isSettled(one.status_mediacion)).length
