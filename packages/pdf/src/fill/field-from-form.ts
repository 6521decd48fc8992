import type { TemplateField } from '@foja/contracts/template-fields'
import { fieldAlignments, templateLimits } from '@foja/contracts/template-field-types'
import { missingCharacters } from '@foja/forms/characters'
import { checkValue } from '@foja/forms/check-value'
import { lineHeight } from '@foja/forms/metrics'
import { newField } from '@foja/forms/new-field'
import { keyFrom } from '@foja/forms/unique-key'
import type { VisibleBox } from '@foja/pdf-core/geometry'
import type { PdfDict } from '@libpdf/core'
import { parseDefaultAppearance } from './default-appearance.ts'
import { choicesOf, currentValue, type FormKind } from './field-choices.ts'
import { fieldFlags, type Form, type FormField } from './form-tree.ts'
import type { SizedGeometry } from './page-tree.ts'
import { dictOf, nameOf, numberOf, textOf, type Resolve } from './pdf-values.ts'

/** Minimum side of a template's field, in points. */
const smallestSide = 4
/** Type size for fields that say "as large as fits", if there is room. */
const usualSize = 12

export type FormPlace = { page: number; geometry: SizedGeometry; rectangle: VisibleBox }

/** Converts a field of a PDF's form to a template field: place, allowed values and format. */
export function fieldFromForm(
  resolve: Resolve,
  { form, field, kind }: { form: Form; field: FormField; kind: Exclude<FormKind, 'button'> },
  place: FormPlace,
  taken: readonly TemplateField[],
): TemplateField {
  const isMultiline = kind === 'text' && (field.flags & fieldFlags.multiline) !== 0
  const style = styleOf(resolve, form.dict, field, place, isMultiline)
  const options = kind === 'choice' || kind === 'radio' ? optionsOf(resolve, field) : []
  const type = typeOf(kind, isMultiline, options)
  const maxLength = numberOf(resolve, field.get('MaxLen')) ?? 0
  const blank = newField(type, { page: place.page, x: 0, y: 0, taken: [] })
  const label = labelOf(resolve, field)
  const made: TemplateField = {
    key: keyFrom(lastPart(field.name) || label, new Set(taken.map(({ key }) => key))),
    label: label || blank.label,
    type,
    page: place.page,
    ...onPage(place),
    required: type === 'signature' || (field.flags & fieldFlags.required) !== 0,
    ...(type === 'select' && { options }),
    ...((type === 'text' || type === 'multiline') && isLength(maxLength) && { max_length: maxLength }),
    style: { ...blank.style, ...style },
    form_field: field.name.slice(0, 1000),
  }
  const held = type === 'signature' ? null : currentValue(resolve, field, kind)
  return isDefault(made, held) ? { ...made, default: held } : made
}

function typeOf(kind: Exclude<FormKind, 'button'>, isMultiline: boolean, options: readonly string[]) {
  if (kind === 'text') return isMultiline ? 'multiline' : 'text'
  // a combo box for free text, without usable options
  if (kind === 'choice' || kind === 'radio') return options.length > 0 ? 'select' : 'text'
  return kind
}

function isLength(length: number): boolean {
  return Number.isInteger(length) && length >= 1 && length <= templateLimits.valueLength
}

/** The form's value may be invalid in a template: then the field has no default. */
function isDefault(field: TemplateField, held: string | boolean | null): held is string | true {
  if (held === null || held === false || held === '') return false
  const checked = checkValue(field, held, 'es-EC')
  return 'value' in checked && checked.value !== undefined
}

function optionsOf(resolve: Resolve, field: FormField): string[] {
  const labels = choicesOf(resolve, field).map(({ label }) => label)
  return labels.filter((label) => missingCharacters(label).length === 0).slice(0, templateLimits.options)
}

function styleOf(resolve: Resolve, form: PdfDict, field: FormField, place: FormPlace, isMultiline: boolean) {
  const { height } = place.rectangle
  const own = textOf(resolve, field.get('DA') ?? field.widgets[0]?.dict.get('DA'))
  const { font, size, color } = parseDefaultAppearance(own ?? textOf(resolve, form.get('DA')))
  const fonts = dictOf(resolve, dictOf(resolve, form.get('DR'))?.get('Font'))
  const name = nameOf(resolve, dictOf(resolve, fonts?.get(font))?.get('BaseFont')) ?? font
  const fitting = isMultiline ? usualSize : Math.min(usualSize, Math.floor((height / lineHeight) * 4) / 4)
  return {
    font: /bold|black|heavy/i.test(name) || font === 'HeBo' ? ('inter_bold' as const) : ('inter' as const),
    size: Math.min(144, Math.max(4, size > 0 ? size * place.geometry.userUnit : fitting)),
    align: fieldAlignments[numberOf(resolve, field.get('Q')) ?? 0] ?? 'left',
    color,
    // never lose text from a form
    overflow: 'shrink' as const,
  }
}

function labelOf(resolve: Resolve, field: FormField): string {
  const tooltip = tidy(textOf(resolve, field.get('TU')) ?? '')
  return (tooltip || tidy(lastPart(field.name).replace(/[_.-]+/g, ' '))).slice(0, 120).trim()
}

/** `formulario[0].pagina1[0].nombre[0]` → `nombre` */
function lastPart(name: string): string {
  return (name.split('.').at(-1) ?? '').replace(/(\[\d+\])+$/, '')
}

function tidy(text: string): string {
  return text.replace(/[\p{C}\s]+/gu, ' ').trim()
}

/** Moves and resizes a field into its page and above the minimum size, in hundredths of a point like the editor. */
export function onPage({ geometry, rectangle }: FormPlace): VisibleBox {
  const across = span(rectangle.x, rectangle.width, geometry.width)
  const down = span(rectangle.y, rectangle.height, geometry.height)
  return { x: across.from, y: down.from, width: across.length, height: down.length }
}

function span(from: number, length: number, room: number): { from: number; length: number } {
  const start = Math.max(0, from)
  const seen = Math.min(room, from + length) - start
  const kept = Math.min(room, Math.max(smallestSide, seen))
  return { from: hundredths(Math.max(0, Math.min(start, room - kept))), length: hundredths(kept) }
}

function hundredths(points: number): number {
  return Math.round(points * 100) / 100
}
