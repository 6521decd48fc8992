import type { PageText } from '@foja/contracts/common'
import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from '../lib/api/query-keys.ts'
import { request } from '../lib/api/request.ts'

/** The text of a page beside the address of its image, which also carries the permission; null if there is none. */
export const pageTextQuery = (image: string) =>
  queryOptions({
    queryKey: queryKeys.pageText(image),
    queryFn: async ({ signal }): Promise<PageText | null> => {
      const address = image.replace('/page_image/', '/page_text/').replace('/verify_page/', '/verify_page_text/')
      const reply = await request<PageText>(address, { token: null, signal })
      return reply?.ok === true ? reply.data : null
    },
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
