import type { PageImages } from '@foja/contracts/common'
import type { TemplateData, TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import type { Ctx } from '../../context.ts'
import type { BinaryBody } from '../../http/endpoint-types.ts'
import { holderOf, pageImagesOf, type LinkContent } from '../documents/public.ts'
import { safeName } from '../../lib/safe-names.ts'
import { fillPdf } from './fill-pdf.ts'
import type { PreviewShelf } from './preview-shelf.ts'
import { requireValues } from './read-values.ts'

/** A template or a draft with valid fields. */
export type Fillable = {
  /** The content of the base PDF. */
  content: LinkContent
  blob_key: string
  sha256: string
  page_sizes: { width: number; height: number }[]
  fields: readonly TemplateField[]
  locale: TemplateLocale
}

/**
 * Fills the PDF for a preview; missing required values stay empty.
 * @throws ProblemError template_data_wrong, text_not_encodable, image_unsupported, and those of `fillPdf`
 */
export async function previewPdf(ctx: Ctx, draft: Fillable, data: TemplateData): Promise<BinaryBody> {
  const values = requireValues(draft, data, { required: false })
  const stream = await fillPdf(ctx, { ...draft, values })
  return { stream, type: 'application/pdf', length: stream.byteLength }
}

/**
 * Page images of the filled PDF, drawn like those of the future document. Pages without fields use the images of the
 * base, which the browser has cached.
 */
export async function previewImages(
  ctx: Ctx & { shelf: PreviewShelf },
  draft: Fillable,
  data: TemplateData,
): Promise<PageImages> {
  const values = requireValues(draft, data, { required: false })
  const { actor } = ctx
  const base = await pageImagesOf(ctx, draft, holderOf(actor))
  const changed = new Set(draft.fields.map(({ page }) => page))
  if (changed.size === 0) return base
  const { blob_key, sha256 } = await ctx.shelf.put(ctx, await fillPdf(ctx, { ...draft, values }))
  const content = { kind: 'preview', blob_key, sha256, id_company: actor.id_company } as const
  const pictured = { content, blob_key, sha256, page_sizes: draft.page_sizes }
  const filled = await pageImagesOf(ctx, pictured, holderOf(actor))
  return { ...base, pages: base.pages.map((page, index) => (changed.has(page.page) ? filled.pages[index]! : page)) }
}

/**
 * Fills the PDF for download; requires all values.
 * @throws ProblemError those of `previewPdf`
 */
export async function downloadFilled(
  ctx: Ctx,
  template: Fillable & { name: string },
  data: TemplateData,
): Promise<BinaryBody> {
  const values = requireValues(template, data)
  const stream = await fillPdf(ctx, { ...template, values })
  const filename = `${safeName(template.name, 'plantilla')}.pdf`
  return { stream, type: 'application/pdf', length: stream.byteLength, filename }
}
