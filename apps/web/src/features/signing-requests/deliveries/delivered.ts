import type { Requirement } from '@foja/contracts/document-requests'

/** How many of the required documents have arrived and were not returned. */
export function deliveredOf(requirements: readonly Pick<Requirement, 'obligatorio' | 'status'>[]) {
  const required = requirements.filter(({ obligatorio }) => obligatorio)
  const done = required.filter(({ status }) => status === 'recibido' || status === 'aceptado').length
  return { done, total: required.length }
}
