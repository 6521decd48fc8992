import type { listTrustAnchors, removeTrustAnchor, uploadTrustAnchor } from '@foja/contracts/verification'
import { queryOptions } from '@tanstack/react-query'
import { callUpload } from '../../../lib/call-upload.ts'
import { call } from '../../../lib/call.ts'
import { filesForm } from '../../../lib/upload.ts'

export const trustAnchorsQuery = queryOptions({
  queryKey: ['trust-anchors'],
  queryFn: ({ signal }) => call<typeof listTrustAnchors>('GET', '/api/v1/list_trust_anchors/', { signal }),
})

export const sendTrustAnchors = (files: readonly File[]) =>
  callUpload<typeof uploadTrustAnchor>('/api/v1/upload_trust_anchor/', filesForm(files))

export const deleteTrustAnchor = (id: string) =>
  call<typeof removeTrustAnchor>('DELETE', '/api/v1/remove_trust_anchor/{id}/', { params: { id } })
