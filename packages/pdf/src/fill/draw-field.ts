import type { TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { missingCharacters } from '@foja/forms/characters'
import type { FieldValue } from '@foja/forms/field-value'
import { formatValue } from '@foja/forms/format-value'
import { layoutText } from '@foja/forms/layout'
import { qrPath } from '@foja/pdf-core/qr'
import { formatNumber } from '@foja/pdf-core/syntax'
import { PdfError } from '../errors.ts'
import { drawImage, drawText, drawTick, type Area, type Drawing, rgb } from './drawing.ts'
import type { Fonts } from './embedded-fonts.ts'
import type { Images } from './images.ts'

/** Quiet zone around the code, in modules, required by ISO/IEC 18004 §9.1. */
const quiet = 4

/**
 * A QR code in the largest centred square of the area, on white. Error correction M (15%), up to the capacity of
 * version 40 in octets of UTF-8.
 */
function drawQr(drawing: Drawing, text: string, area: Area, color: string): void {
  const { size, path } = qrPath(text, 'M')
  const side = Math.min(area.width, area.height)
  const left = area.left + (area.width - side) / 2
  const bottom = area.bottom + (area.height - side) / 2
  const module = side / (size + 2 * quiet)
  const white = `1 g ${formatNumber(left)} ${formatNumber(bottom)} ${formatNumber(side)} ${formatNumber(side)} re f`
  const place = `${module.toFixed(6)} 0 0 ${module.toFixed(6)} ${formatNumber(left + module * quiet)} ${formatNumber(bottom + module * quiet)} cm`
  drawing.operators.push(`q ${white} ${rgb(color)} rg ${place}`, `${path}f Q`)
}

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
