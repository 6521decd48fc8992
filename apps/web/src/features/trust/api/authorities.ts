import type {
  listAuthorities,
  listAuthorityCountries,
  setAuthority,
  setAuthorityCountry,
} from '@foja/contracts/authorities'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** Countries with shipped authorities. */
export const countriesQuery = queryOptions({
  queryKey: queryKeys.authorities('countries'),
  queryFn: ({ signal }) => call<typeof listAuthorityCountries>('GET', '/api/v1/list_authority_countries/', { signal }),
})

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
