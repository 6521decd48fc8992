import type { searchDocument } from '@foja/contracts/documents'
import { queryOptions } from '@tanstack/react-query'
import { call, type ReplyOf } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

type Found = ReplyOf<typeof searchDocument>
export type Hit = Found['hits'][number]

/** The matches of a text in a version of a document. */
export const searchQuery = (id: string, version: number, q: string) =>
  queryOptions({
    queryKey: queryKeys.searchDocument(id, version, q),
    queryFn: ({ signal }) =>
      call<typeof searchDocument>('GET', '/api/v1/search_document/{id}/', {
        params: { id },
        query: `?${new URLSearchParams({ q, version: String(version) }).toString()}`,
        signal,
      }),
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  })
