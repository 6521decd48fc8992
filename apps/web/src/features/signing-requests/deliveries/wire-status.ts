import type { DocumentRequestStatus, SigningRequestStatus } from '@foja/contracts/request-states'

/** States of the list's filter, which are those of signing requests, with those of requests for documents. */
export const wireStatuses = [
  ['enviada', 'abierta'],
  ['completada', 'completa'],
  ['vencida', 'vencida'],
  ['anulada', 'anulada'],
] as const satisfies readonly (readonly [SigningRequestStatus, DocumentRequestStatus])[]

export const wireStatus = (status: SigningRequestStatus | undefined): DocumentRequestStatus | undefined =>
  wireStatuses.find(([own]) => own === status)?.[1]
