import type { listPeople } from '@foja/contracts/home'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { call } from '../lib/api/call.ts'
import { queryKeys } from '../lib/api/query-keys.ts'

type Which = {
  /** Only users who may be assigned to requests. */
  staff?: boolean
  /** Only for admins: the company; by default their own. */
  company?: string | null | undefined
}

/** Active users whose name or email matches, at most 50. */
export const peopleQuery = (q: string, { staff = false, company = null }: Which = {}) =>
  queryOptions({
    queryKey: queryKeys.people(staff, q, company),
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({
        ...(staff ? { staff: '1' } : {}),
        ...(q === '' ? {} : { q }),
        ...(company === null ? {} : { id_company: company }),
      }).toString()
      return call<typeof listPeople>('GET', '/api/v1/list_people/', { query: query === '' ? '' : `?${query}`, signal })
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** Users that match a search; keeps the previous result while the next one loads. */
export function usePeople(text: string, { enabled = true, ...which }: Which & { enabled?: boolean } = {}) {
  const q = useDeferredValue(text.trim())
  return useQuery({ ...peopleQuery(q, which), enabled })
}
