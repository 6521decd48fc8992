import type { getSampleOffice, removeSampleOffice } from '@foja/contracts/setup'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** The sample company and what its removal deletes; null if there is none. */
export const sampleOfficeQuery = queryOptions({
  queryKey: queryKeys.sampleOffice(),
  queryFn: async ({ signal }) =>
    (await call<typeof getSampleOffice>('GET', '/api/v1/sample_office/', { signal })).sample,
})

export const removeSample = () => call<typeof removeSampleOffice>('DELETE', '/api/v1/sample_office/', {})
