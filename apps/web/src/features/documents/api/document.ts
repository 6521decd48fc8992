import type { detailsDocument } from '@foja/contracts/documents'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.document(id),
    queryFn: ({ signal }) =>
      call<typeof detailsDocument>('GET', '/api/v1/details_document/{id}/', { params: { id }, signal }),
  })
