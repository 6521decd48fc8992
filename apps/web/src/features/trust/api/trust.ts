import type {
  listAuthorities,
  listAuthorityCountries,
  setAuthority,
  setAuthorityCountry,
} from '@foja/contracts/authorities'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import type {
  listTrustAnchors,
  removeTrustAnchor,
  trustIssuer,
  TrustAnchorPreview,
  uploadTrustAnchor,
} from '@foja/contracts/verification'
import { callUpload, filesForm } from '../../../lib/api/upload.ts'
import { getQuery } from '../../../lib/api/get-query.ts'

/** Countries with shipped authorities. */
export const countriesQuery = getQuery<typeof listAuthorityCountries>(
  queryKeys.authorities('countries'),
  '/api/v1/list_authority_countries/',
)

const list = (query: string, signal: AbortSignal) =>
  call<typeof listAuthorities>('GET', '/api/v1/list_authorities/', { query, signal })

/** The shipped authorities of a country. */
export const authoritiesQuery = (pais: string) =>
  queryOptions({ queryKey: queryKeys.authorities(pais), queryFn: ({ signal }) => list(`?pais=${pais}`, signal) })

/** The shipped authority with a fingerprint, or null. */
export const authorityQuery = (fingerprint: string) =>
  queryOptions({
    queryKey: queryKeys.authorities(fingerprint),
    queryFn: async ({ signal }) => (await list(`?fingerprint=${fingerprint}`, signal))[0] ?? null,
  })

export const switchAuthority = (body: { fingerprint: string; on: boolean }) =>
  call<typeof setAuthority>('POST', '/api/v1/set_authority/', { body })

export const switchCountry = (body: { pais: string; on: boolean }) =>
  call<typeof setAuthorityCountry>('POST', '/api/v1/set_authority_country/', { body })

export const trustAnchorsQuery = getQuery<typeof listTrustAnchors>(
  queryKeys.trustAnchors(),
  '/api/v1/list_trust_anchors/',
)

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
