import type { detailsDocument } from '@foja/contracts/documents'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { getQuery } from '../../../lib/api/get-query.ts'

export const documentQuery = (id: string) =>
  getQuery<typeof detailsDocument>(queryKeys.document(id), '/api/v1/details_document/{id}/', { params: { id } })
