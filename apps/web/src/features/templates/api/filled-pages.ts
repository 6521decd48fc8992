import type { PageImages } from '@foja/contracts/common'
import type { TemplateData } from '@foja/contracts/template-fields'
import type { templateDataPdfToImage } from '@foja/contracts/templates'
import { call } from '../../../lib/api/call.ts'

/** Page images of a template filled with `data`. */
export const fetchFilledPages = async (id: string, data: TemplateData, signal: AbortSignal) =>
  (await call<typeof templateDataPdfToImage>('POST', '/api/v1/template_data_pdf_to_image/{id}/', {
    params: { id },
    body: { data },
    signal,
  })) as PageImages
