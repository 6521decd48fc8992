import type { DocumentRequestStatus } from '@foja/contracts/request-states'
import type {
  cancelDocumentRequest,
  createDocumentRequest,
  deliveredPages,
  listDocumentRequests,
  requestChecklist,
  reviewRequirement,
} from '@foja/contracts/document-requests'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { getQuery } from '../../../lib/api/get-query.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toQuery } from '../../../lib/router/address-values.ts'

type Filters = {
  q?: string | undefined
  status?: DocumentRequestStatus | undefined
  id_solicitud_main?: string
  page?: number
}

/** One page of the requests for documents that the user may see, the newest first. */
export const documentRequestsQuery = (filters: Filters) =>
  queryOptions({
    ...getQuery<typeof listDocumentRequests>(queryKeys.documentRequests(filters), '/api/v1/list_document_requests/', {
      query: toQuery(filters),
    }),
    placeholderData: keepPreviousData,
  })

/** The list that was asked for the last time in a case file of the same type. */
export const checklistQuery = (id_solicitud: string) =>
  getQuery<typeof requestChecklist>(
    queryKeys.documentRequests({ checklist: id_solicitud }),
    '/api/v1/request_checklist/{id_solicitud}/',
    { params: { id_solicitud } },
  )

export const deliveredPagesQuery = (id: string) =>
  getQuery<typeof deliveredPages>(queryKeys.documentRequests({ pages: id }), '/api/v1/delivered_pages/{id}/', {
    params: { id },
  })

export type NewDocumentRequest = CallOptions<typeof createDocumentRequest>['body']

export const createDelivery = (body: NewDocumentRequest) =>
  call<typeof createDocumentRequest>('POST', '/api/v1/create_document_request/', { body })

export const review = (body: CallOptions<typeof reviewRequirement>['body']) =>
  call<typeof reviewRequirement>('POST', '/api/v1/review_requirement/', { body })

export const cancelDelivery = (id: string, motivo: string) =>
  call<typeof cancelDocumentRequest>('POST', '/api/v1/cancel_document_request/', { body: { id, motivo } })
