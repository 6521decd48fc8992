import type { createShareDocument, listShare, removeShare, shareViews } from '@foja/contracts/shares'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { getQuery } from '../../../lib/api/get-query.ts'

export const sharesQuery = (idDocumento: string) =>
  getQuery<typeof listShare>(queryKeys.shares(idDocumento), '/api/v1/list_share/{id}/', { params: { id: idDocumento } })

export type NewShare = CallOptions<typeof createShareDocument>['body']

/** The only response that contains the link. */
export const createShare = (body: NewShare) =>
  call<typeof createShareDocument>('POST', '/api/v1/create_share_document/', { body })

export const revokeShare = (id: string) =>
  call<typeof removeShare>('DELETE', '/api/v1/remove_share/{id}/', { params: { id } })

/** When a link was opened, newest first. */
export const shareViewsQuery = (id: string) =>
  getQuery<typeof shareViews>(queryKeys.shareViews(id), '/api/v1/share_views/{id}/', { params: { id } })
