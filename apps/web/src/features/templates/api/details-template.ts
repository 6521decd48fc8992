import type { detailsTemplate } from '@foja/contracts/templates'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** A template with its fields, by default of its newest version. */
export const templateQuery = (id: string, version?: number) =>
  queryOptions({
    queryKey: queryKeys.template(id, version ?? 'newest'),
    queryFn: ({ signal }) =>
      call<typeof detailsTemplate>('GET', '/api/v1/details_template/{id}/', {
        params: { id },
        query: version === undefined ? '' : `?version=${version}`,
        signal,
      }),
  })
