import { missingCharacters } from '@foja/forms/characters'
import { toVisible } from '@foja/pdf-core/geometry'
import { currentValue, kindOf } from './field-choices.ts'
import { fieldFromForm } from './field-from-form.ts'
import { fieldFlags, type Form, type FormField } from './form-tree.ts'
import { writeFormField, type FormTools } from './form-values.ts'
import { geometryOf } from './page-tree.ts'
import { dictOf } from './pdf-values.ts'

/**
 * Adds appearances for values that a form leaves to its readers to draw (NeedAppearances, deprecated by ISO 32000-2).
 * Returns true if every value has one now.
 */
export function drawExistingValues(tools: FormTools, form: Form, written: ReadonlySet<string>): boolean {
  let isComplete = true
  for (const field of form.fields) {
    if (written.has(field.name) || !isUnshown(tools, field)) continue
    if (!show(tools, form, field)) isComplete = false
  }
  return isComplete
}

function isUnshown({ resolve }: FormTools, field: FormField): boolean {
  if (field.type !== 'Tx' && field.type !== 'Ch') return false
  return field.widgets.some(({ dict }) => resolve(dictOf(resolve, dict.get('AP'))?.get('N')) === null)
}

function show(tools: FormTools, form: Form, field: FormField): boolean {
  const { resolve } = tools
  const kind = kindOf(resolve, field)
  const widget = field.widgets.find(({ page, rect }) => page !== null && rect !== null)
  if ((kind !== 'text' && kind !== 'choice') || !widget?.page || !widget.rect) return true
  const held = currentValue(resolve, field, kind)
  if (typeof held !== 'string') return true
  const geometry = geometryOf(resolve, widget.page)
  const place = { page: widget.page.number, geometry, rectangle: toVisible(widget.rect, geometry) }
  const described = fieldFromForm(resolve, { form, field, kind }, place, [])
  if ((field.flags & fieldFlags.richText) !== 0 || missingCharacters(held).length > 0) return false
  writeFormField(tools, described, field, held)
  return true
}
