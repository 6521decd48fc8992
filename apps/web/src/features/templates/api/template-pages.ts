import type { templatePdfToImage } from '@foja/contracts/templates'
import type { pdfToImage } from '@foja/contracts/documents'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** The URLs of page images are short-lived, so the cached data is stale before they expire. */
const kept = { staleTime: 4 * 60_000, refetchOnWindowFocus: false } as const

/** Page images of a template's base PDF. */
export const templatePagesQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.templatePages(id),
    queryFn: ({ signal }) =>
      call<typeof templatePdfToImage>('POST', '/api/v1/template_pdf_to_image/{id}/', { params: { id }, signal }),
    ...kept,
  })

/** Page images of a base PDF without a template. */
export const basePagesQuery = (pdfPath: string) =>
  queryOptions({
    queryKey: queryKeys.pages(pdfPath),
    queryFn: ({ signal }) =>
      call<typeof pdfToImage>('POST', '/api/v1/pdf_to_image/', { body: { pdf_path: pdfPath }, signal }),
    ...kept,
  })
