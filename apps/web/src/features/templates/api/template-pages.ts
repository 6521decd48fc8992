import type { templatePdfToImage } from '@foja/contracts/templates'
import type { pdfToImage } from '@foja/contracts/documents'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'

/** The addresses of page images are short-lived, so they are asked for again in time. */
const kept = { staleTime: 4 * 60_000, refetchOnWindowFocus: false } as const

/** The pages of a template's base PDF as images. */
export const templatePagesQuery = (id: string) =>
  queryOptions({
    queryKey: ['template-pages', id],
    queryFn: ({ signal }) =>
      call<typeof templatePdfToImage>('POST', '/api/v1/template_pdf_to_image/{id}/', { params: { id }, signal }),
    ...kept,
  })

/** The pages of a base PDF that no template has yet. */
export const basePagesQuery = (pdfPath: string) =>
  queryOptions({
    queryKey: ['pages', pdfPath],
    queryFn: ({ signal }) =>
      call<typeof pdfToImage>('POST', '/api/v1/pdf_to_image/', { body: { pdf_path: pdfPath }, signal }),
    ...kept,
  })
