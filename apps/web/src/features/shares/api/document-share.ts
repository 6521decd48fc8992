import type { getDocumentShare } from '@foja/contracts/shares'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { inMyZone } from '../../../lib/format/time-zone.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/**
 * Opens a share link without a token (specification, section 6). The password is percent-encoded: a header cannot hold
 * emoji.
 */
export const documentShareQuery = (share: string, password: string) =>
  queryOptions({
    queryKey: queryKeys.documentShare(share, password),
    queryFn: ({ signal }) =>
      call<typeof getDocumentShare>('GET', '/api/v1/get_document_share/', {
        query: `?${new URLSearchParams({ share }).toString()}`,
        token: null,
        headers: {
          ...inMyZone(),
          ...(password === '' ? {} : { 'X-Share-Password': encodeURIComponent(password) }),
        },
        signal,
      }),
    staleTime: 4 * 60_000,
    refetchOnWindowFocus: false,
  })
