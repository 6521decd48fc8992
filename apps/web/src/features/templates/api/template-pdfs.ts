import type { PageImages } from '@foja/contracts/common'
import type { TemplateData } from '@foja/contracts/template-fields'
import type { previewPdfTemplate, templateDataPdfToImage } from '@foja/contracts/templates'
import { call } from '../../../lib/api/call.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { printImages } from '../../../shared/print-sheet.ts'
import { fileNameOf } from '../file-name.ts'
import type { TemplateDraft } from './templates.ts'

/** Saves the PDF of a template filled with `data`, without creating a document. */
export async function saveFilledPdf(id: string, data: TemplateData, name: string): Promise<void> {
  const pdf = await call<typeof templateDataPdfToImage>('POST', '/api/v1/template_data_pdf_to_image/{id}/', {
    params: { id },
    body: { data, isDownload: true },
    as: 'blob',
  })
  saveBlob(pdf as Blob, `${fileNameOf(name)}.pdf`)
}

/** Saves the PDF of a draft of a template filled with `data`. */
export async function saveDraftPdf(draft: TemplateDraft, data: TemplateData, name: string): Promise<void> {
  const pdf = await call<typeof previewPdfTemplate>('POST', '/api/v1/preview_pdf_template/', {
    body: { ...draft, data },
    as: 'blob',
  })
  saveBlob(pdf as Blob, `${fileNameOf(name)}.pdf`)
}

/** Prints page images of a filled template. */
export const printPageImages = ({ pages }: PageImages, name: string) =>
  printImages(
    fileNameOf(name),
    pages.map(({ url }) => url),
  )
