import type {
  listTrustAnchors,
  removeTrustAnchor,
  trustIssuer,
  TrustAnchorPreview,
  uploadTrustAnchor,
} from '@foja/contracts/verification'
import { queryOptions } from '@tanstack/react-query'
import { callUpload } from '../../../lib/api/call-upload.ts'
import { call } from '../../../lib/api/call.ts'
import { filesForm } from '../../../lib/api/upload.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export const trustAnchorsQuery = queryOptions({
  queryKey: queryKeys.trustAnchors(),
  queryFn: ({ signal }) => call<typeof listTrustAnchors>('GET', '/api/v1/list_trust_anchors/', { signal }),
})

const upload = (files: readonly File[], preview: boolean) =>
  callUpload<typeof uploadTrustAnchor>('/api/v1/upload_trust_anchor/', filesForm(files, { preview }))

/** The authorities in the files, without trusting them. */
export const previewTrustAnchors = async (files: readonly File[]) =>
  (await upload(files, true)) as readonly TrustAnchorPreview[]

export const sendTrustAnchors = async (files: readonly File[]) => (await upload(files, false)).length

export const deleteTrustAnchor = (id: string) =>
  call<typeof removeTrustAnchor>('DELETE', '/api/v1/remove_trust_anchor/{id}/', { params: { id } })

/** Trusts an authority whose certificate is embedded in a signature of a stored document. */
export const trustIssuerOf = (idDocumento: string, fingerprint: string) =>
  call<typeof trustIssuer>('POST', '/api/v1/trust_issuer/', { body: { id_documento: idDocumento, fingerprint } })
