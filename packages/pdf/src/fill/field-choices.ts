import { PdfArray, PdfDict, PdfName } from '@libpdf/core'
import { fieldFlags, type FormField, type Widget } from './form-tree.ts'
import { dictOf, itemsOf, textOf, type Resolve } from './pdf-values.ts'

/** An option of a field: its label, and its export value in the form. */
export type Choice = { label: string; kept: string; widget: Widget | null }

/** The template field type for a form field. */
export type FormKind = 'text' | 'choice' | 'checkbox' | 'radio' | 'signature' | 'button'

export function kindOf(resolve: Resolve, field: FormField): FormKind | null {
  if (field.type === 'Tx') return 'text'
  if (field.type === 'Ch') return 'choice'
  if (field.type === 'Sig') return 'signature'
  if (field.type !== 'Btn') return null
  if ((field.flags & fieldFlags.pushButton) !== 0) return 'button'
  const states = new Set(field.widgets.map((widget) => onState(resolve, widget)))
  return field.widgets.length > 1 && states.size > 1 ? 'radio' : 'checkbox'
}

/** The "on" state of a box: its appearance that is not Off (ISO 32000-2 §12.7.5.2.3). */
export function onState(resolve: Resolve, { dict }: Widget): string | null {
  const normal = dictOf(resolve, dictOf(resolve, dict.get('AP'))?.get('N'))
  if (normal === null || normal.type === 'stream') return null
  for (const key of normal.keys()) if (key.value !== 'Off') return key.value
  return null
}

/**
 * The options of a list or of a group of boxes. Labels are trimmed and unique: options with the same label are merged.
 */
export function choicesOf(resolve: Resolve, field: FormField): Choice[] {
  const all = field.type === 'Ch' ? listed(resolve, field) : boxes(resolve, field)
  const labels = new Set<string>()
  return all.filter(({ label }) => label !== '' && !labels.has(label) && labels.add(label))
}

/** §12.7.5.4: each option is a text, or an export value and a text. */
function listed(resolve: Resolve, field: FormField): Choice[] {
  return itemsOf(resolve, field.get('Opt')).flatMap((item) => {
    const option = resolve(item)
    const [first, second] = option instanceof PdfArray ? option.toArray() : [option]
    const kept = textOf(resolve, first)
    return kept === null ? [] : [{ label: tidy(textOf(resolve, second) ?? kept), kept, widget: null }]
  })
}

/** Radio buttons are named by their state, or by the field's options when states are only numbers (§12.7.5.2.4). */
function boxes(resolve: Resolve, field: FormField): Choice[] {
  const names = itemsOf(resolve, field.get('Opt')).map((item) => textOf(resolve, item))
  return field.widgets.flatMap((widget, index) => {
    const state = onState(resolve, widget)
    return state === null ? [] : [{ label: tidy(names[index] ?? state), kept: state, widget }]
  })
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200).trim()
}

/** The current value of a field: a text, the label of an option, or a boolean; null: none. */
export function currentValue(resolve: Resolve, field: FormField, kind: FormKind): string | boolean | null {
  const { value } = field
  if (kind === 'checkbox') return value instanceof PdfName && value.value !== 'Off'
  const first = value instanceof PdfArray ? value.at(0) : value
  const kept = first instanceof PdfName ? first.value : textOf(resolve, first)
  if (kept === null || kept === '') return null
  if (kind === 'text') return kept
  return choicesOf(resolve, field).find((choice) => choice.kept === kept || choice.label === kept)?.label ?? null
}

/** The appearance characteristics of an annotation: rotation, border and background (table 192). */
export function characteristics(resolve: Resolve, { dict }: Widget): PdfDict {
  return dictOf(resolve, dict.get('MK')) ?? new PdfDict()
}
