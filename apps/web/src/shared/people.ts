import type { listPeople } from '@foja/contracts/home'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { call } from '../lib/api/call.ts'

type Which = {
  /** Only who may be in charge of a request. */
  staff?: boolean
  /** For an administrator: of which company; the own one unless told. */
  company?: string | null | undefined
}

/** Active people of the office whose name or address has these words, 50 at most. */
const peopleQuery = (q: string, { staff = false, company = null }: Which = {}) =>
  queryOptions({
    queryKey: ['people', staff, q, company],
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

/** Those whom the words of a search name; the last answer until the next one comes. */
export function usePeople(text: string, { enabled = true, ...which }: Which & { enabled?: boolean } = {}) {
  const q = useDeferredValue(text.trim())
  return useQuery({ ...peopleQuery(q, which), enabled })
}
