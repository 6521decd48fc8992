import type { TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import type { AppDeps } from '../../deps.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import { cleanFileName } from '../../http/multipart.ts'
import { pdfProblem } from '../documents/public.ts'
import type { Values } from './read-values.ts'

export type Filling = {
  blob_key: string
  fields: readonly TemplateField[]
  locale: TemplateLocale
  values: Values
  /** Default false. */
  flatten?: boolean | undefined
}

/**
 * Fills the PDF of a template.
 * @throws ProblemError text_not_encodable, image_unsupported, pdf_cannot_be_filled, unavailable, and errors of the base
 * PDF
 */
export async function fillPdf(
  { store, filler }: Pick<AppDeps, 'store' | 'filler'>,
  { blob_key, fields, locale, values, flatten = false }: Filling,
): Promise<Uint8Array> {
  try {
    const source = await pdfSource(store, blob_key)
    return (await filler.fill(source, { fields, values, locale, flatten })).bytes
  } catch (error) {
    throw pdfProblem(error)
  }
}

const longest = 200

/** The file name of a filled PDF: the requested name or that of the template, always with `.pdf`. */
export function documentName(requested: string | undefined, template: string): string {
  const wanted = requested === undefined || requested === '' ? template : requested
  const clean = cleanFileName(wanted.replaceAll(/[/\\]/g, '-')).replace(/\.pdf$/i, '')
  return `${Array.from(clean)
    .slice(0, longest - '.pdf'.length)
    .join('')}.pdf`
}
