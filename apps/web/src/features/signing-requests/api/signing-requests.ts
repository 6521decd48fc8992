import type { SigningRequestStatus } from '@foja/contracts/request-states'
import type {
  cancelSigningRequest,
  createSigningRequest,
  deleteSigningRequest,
  detailsSigningRequest,
  listSigningRequests,
  recipientLink,
  remindRecipient,
  sendSigningRequest,
  updateRecipient,
} from '@foja/contracts/signing-requests'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { getQuery } from '../../../lib/api/get-query.ts'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'
import { toQuery } from '../../../lib/router/address-values.ts'

export type RequestFilters = {
  q?: string | undefined
  status?: SigningRequestStatus | undefined
  id_solicitud_main?: string
  id_documento?: string
  page?: number
}

/** One page of the signing requests that the user may see, the newest first. */
export const signingRequestsQuery = (filters: RequestFilters) =>
  queryOptions({
    ...getQuery<typeof listSigningRequests>(queryKeys.signingRequests(filters), '/api/v1/list_signing_requests/', {
      query: toQuery(filters),
    }),
    placeholderData: keepPreviousData,
  })

export const signingRequestQuery = (id: string) =>
  getQuery<typeof detailsSigningRequest>(queryKeys.signingRequests({ id }), '/api/v1/details_signing_request/{id}/', {
    params: { id },
  })

export type NewSigningRequest = CallOptions<typeof createSigningRequest>['body']

export const createRequest = (body: NewSigningRequest) =>
  call<typeof createSigningRequest>('POST', '/api/v1/create_signing_request/', { body })

export const sendRequest = (id: string) =>
  call<typeof sendSigningRequest>('POST', '/api/v1/send_signing_request/', { body: { id } })

export const deleteDraft = (id: string) =>
  call<typeof deleteSigningRequest>('DELETE', '/api/v1/delete_signing_request/{id}/', { params: { id } })

export const cancelRequest = (id: string, motivo: string) =>
  call<typeof cancelSigningRequest>('POST', '/api/v1/cancel_signing_request/', { body: { id, motivo } })

export const remind = (idRecipient: string) =>
  call<typeof remindRecipient>('POST', '/api/v1/remind_recipient/', { body: { id_recipient: idRecipient } })

/** Makes the link of a recipient; from then on their channel is `enlace`. */
export const makeLink = (idRecipient: string) =>
  call<typeof recipientLink>('POST', '/api/v1/recipient_link/', { body: { id_recipient: idRecipient } })

export const changeRecipient = (body: CallOptions<typeof updateRecipient>['body']) =>
  call<typeof updateRecipient>('POST', '/api/v1/update_recipient/', { body })

/** Refetches what shows signing requests. */
export const refreshRequests = (queries: QueryClient) =>
  invalidate(
    queries,
    queryKeys.signingRequests(),
    queryKeys.documentRequests(),
    queryKeys.solicitud(),
    queryKeys.document(),
    queryKeys.summary(),
    queryKeys.emails(),
  )
