import type { getDocumentShare } from '@foja/contracts/shares'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { inMyZone } from '../../../lib/time-zone.ts'

/**
 * What a share link opens, without a token (specification, section 6). Its own refusals come back instead of sending
 * the reader to /refresh: 404 for a link that opens nothing, 429 for too many passwords. It is the one exception to
 * section 8, made because a public page has no session that /refresh could renew (docs/adr/0013-public-shared-page.md).
 * Every other rule of the request helper holds. The password travels percent-encoded: a header holds no emoji.
 */
export const documentShareQuery = (share: string, password: string) =>
  queryOptions({
    queryKey: ['document-share', share, password],
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
