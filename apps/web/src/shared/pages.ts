import type { pdfToImage } from '@foja/contracts/documents'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api/call.ts'
import { queryKeys } from '../lib/api/query-keys.ts'

/** The page images of a version. Their URLs are short-lived, so the cached data is stale before they expire. */
export const pagesQuery = (pdfPath: string) =>
  queryOptions({
    queryKey: queryKeys.pages(pdfPath),
    queryFn: ({ signal }) =>
      call<typeof pdfToImage>('POST', '/api/v1/pdf_to_image/', { body: { pdf_path: pdfPath }, signal }),
    staleTime: 4 * 60_000,
    refetchOnWindowFocus: false,
  })
