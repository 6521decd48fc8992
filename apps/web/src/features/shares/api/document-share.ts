import type { getDocumentShare } from '@foja/contracts/shares'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { inMyZone } from '../../../lib/format/time-zone.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/**
 * Opens a share link without a token (specification, section 6). Its own errors are returned instead of redirecting to
 * /refresh: 404 for an invalid link, 429 for too many passwords. It is the one exception to section 8, because a public
 * page has no session to renew (docs/adr/0013-public-shared-page.md). All other rules of the request helper hold. The
 * password is percent-encoded: a header cannot hold emoji.
 */
export const documentShareQuery = (share: string, password: string) =>
  queryOptions({
    queryKey: queryKeys.documentShare(share, password),
    queryFn: ({ signal }) =>
      call<typeof getDocumentShare>('GET', '/api/v1/get_document_share/', {
        query: `?${new URLSearchParams({ share }).toString()}`,
        token: null,
        handBack: [404, 429],
        headers: {
          ...inMyZone(),
          ...(password === '' ? {} : { 'X-Share-Password': encodeURIComponent(password) }),
        },
        signal,
      }),
    staleTime: 4 * 60_000,
    refetchOnWindowFocus: false,
  })
