import type { createShareDocument, listShare, removeShare, shareViews } from '@foja/contracts/shares'
import { queryOptions } from '@tanstack/react-query'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export const sharesQuery = (idDocumento: string) =>
  queryOptions({
    queryKey: queryKeys.shares(idDocumento),
    queryFn: ({ signal }) =>
      call<typeof listShare>('GET', '/api/v1/list_share/{id}/', { params: { id: idDocumento }, signal }),
  })

export type NewShare = CallOptions<typeof createShareDocument>['body']

/** The only response that contains the link. */
export const createShare = (body: NewShare) =>
  call<typeof createShareDocument>('POST', '/api/v1/create_share_document/', { body })

export const revokeShare = (id: string) =>
  call<typeof removeShare>('DELETE', '/api/v1/remove_share/{id}/', { params: { id } })

/** When a link was opened, newest first. */
export const shareViewsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.shareViews(id),
    queryFn: ({ signal }) => call<typeof shareViews>('GET', '/api/v1/share_views/{id}/', { params: { id }, signal }),
  })
