import type { TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { missingCharacters } from '@foja/forms/characters'
import type { FieldValue } from '@foja/forms/field-value'
import { formatValue } from '@foja/forms/format-value'
import { layoutText } from '@foja/forms/layout'
import { PdfError } from '../errors.ts'
import { drawImage, drawText, drawTick, type Area, type Drawing } from './drawing.ts'
import type { Fonts } from './embedded-fonts.ts'
import type { Images } from './images.ts'
import { drawQr } from './qr-code.ts'

export type Tools = { fonts: Fonts; images: Images; locale: TemplateLocale }

/** Draws the value of a field, including ticked boxes, into an area of its size. */
export function drawField(drawing: Drawing, tools: Tools, field: TemplateField, value: FieldValue, area: Area): void {
  const { color } = field.style
  if (typeof value === 'boolean') drawTick(drawing, area, color)
  else if (typeof value === 'object') drawImage(drawing, tools.images.add(value), area)
  else if (field.type === 'qr') drawQr(drawing, value, area, color)
  else drawText(drawing, tools.fonts, layoutOf(field, value, area, tools.locale), area, color)
}

/** The lines of a field's text in an area, which may be that of another widget of the same field. */
export function layoutOf(
  field: TemplateField,
  value: FieldValue,
  { width, height }: { width: number; height: number },
  locale: TemplateLocale,
) {
  const { font, size, align, overflow } = field.style
  const text = writableText(field, value, locale)
  return layoutText({ text, width, height, font, size, align, overflow, multiline: field.type === 'multiline' })
}

/** The text that a field shows. Throws PdfError text_not_encodable instead of drawing placeholder boxes. */
export function writableText(field: TemplateField, value: FieldValue, locale: TemplateLocale): string {
  const text = formatValue(field, value, locale)
  const missing = missingCharacters(text)
  if (missing.length === 0) return text
  throw new PdfError('text_not_encodable', 'No typeface has a character of the text', {
    detail: { characters: missing.join('') },
  })
}

/** Adds the field to an error of its value. */
export function ofField<T>(field: TemplateField, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof PdfError)) throw error
    throw new PdfError(error.code, error.message, { cause: error, detail: { ...error.detail, field: field.key } })
  }
}
