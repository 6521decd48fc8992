import type { PageImages } from '@foja/contracts/common'
import type { TemplateData, TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import type { previewPdfTemplate } from '@foja/contracts/templates'
import { call } from '../../../lib/api/call.ts'

/** The state of the editor, saved or not. */
export type TemplateDraft = { pdf_path: string; fields: TemplateField[]; locale?: TemplateLocale }

/** Page images of a draft filled with `data`. */
export const previewDraft = async (draft: TemplateDraft, data: TemplateData, signal?: AbortSignal) =>
  (await call<typeof previewPdfTemplate>('POST', '/api/v1/preview_pdf_template/', {
    body: { ...draft, data, images: true },
    ...(signal === undefined ? {} : { signal }),
  })) as PageImages
