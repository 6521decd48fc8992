import type { TemplateField } from '@foja/contracts/template-fields'
import type { FieldType } from '@foja/contracts/template-field-types'
import type { FieldValue } from '@foja/forms/field-value'
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef } from '@libpdf/core'
import { PdfError } from '../errors.ts'
import { combOf, drawComb } from './comb.ts'
import { layoutOf, writableText, type Tools } from './draw-field.ts'
import { drawText, drawTick, type Area, type Drawing } from './drawing.ts'
import { choicesOf, kindOf, onState, type FormKind } from './field-choices.ts'
import { fieldFlags, type FormField, type Widget } from './form-tree.ts'
import { drawList } from './list-box.ts'
import { textObject, type Resolve } from './pdf-values.ts'
import type { Revision } from './revision.ts'
import { makeAppearance, setAppearance, uprightOf, type MadeAppearances } from './widget-appearance.ts'

export type FormTools = Tools & { resolve: Resolve; revision: Revision; made: MadeAppearances }

const written: Record<FormKind, readonly FieldType[]> = {
  text: ['text', 'multiline', 'number', 'date', 'select'],
  choice: ['select', 'text', 'number', 'date'],
  checkbox: ['checkbox'],
  radio: ['select'],
  signature: ['signature'],
  button: [],
}

/** True if the form field can hold values of that template field type. */
export function canHold(resolve: Resolve, form: FormField, type: FieldType): boolean {
  const kind = kindOf(resolve, form)
  return kind !== null && written[kind].includes(type)
}

/**
 * Sets the value of a form field, and the appearance of each widget (ISO 32000-2 §12.7.5), so that readers need not
 * generate any. Without a value it is cleared.
 */
export function writeFormField(
  tools: FormTools,
  field: TemplateField,
  form: FormField,
  value: FieldValue | undefined,
): void {
  const kind = kindOf(tools.resolve, form)
  if (kind === 'text') writeText(tools, field, form, value)
  else if (kind === 'choice') writeChoice(tools, field, form, value)
  else if (kind === 'checkbox') {
    writeBoxes(tools, form, value === true ? stateOf(tools.resolve, form) : null, field)
  } else if (kind === 'radio') {
    writeBoxes(tools, form, value === undefined ? null : chosenState(tools, form, value), field)
  }
  // a rich text would keep the old value (§12.7.4.4)
  form.dict.delete('RV')
  tools.revision.change(form.ref, form.dict)
  for (const { ref, dict } of form.widgets) tools.revision.change(ref, dict)
}

function writeText(tools: FormTools, field: TemplateField, form: FormField, value: FieldValue | undefined): void {
  const text = value === undefined ? '' : writableText(field, value, tools.locale)
  form.dict.set('V', textObject(text))
  const shown = (form.flags & fieldFlags.password) === 0 ? value : '*'.repeat(text.length)
  const comb = combOf(tools.resolve, form)
  showIn(tools, form.widgets, (drawing, area) => {
    if (shown === undefined) return
    if (comb !== null) drawComb(drawing, tools.fonts, { field, text, cells: comb, area })
    else drawText(drawing, tools.fonts, layoutOf(field, shown, area, tools.locale), area, field.style.color)
  })
}

function writeChoice(tools: FormTools, field: TemplateField, form: FormField, value: FieldValue | undefined): void {
  const text = value === undefined ? '' : writableText(field, value, tools.locale)
  const choices = choicesOf(tools.resolve, form)
  const index = choices.findIndex(({ label }) => label === text)
  form.dict.set('V', textObject(choices[index]?.kept ?? text))
  form.dict.delete('TI')
  const isCombo = (form.flags & fieldFlags.combo) !== 0
  if (isCombo || index === -1) form.dict.delete('I')
  else form.dict.set('I', new PdfArray([PdfNumber.of(index)]))
  showIn(tools, form.widgets, (drawing, area) => {
    if (!isCombo) drawList(drawing, tools.fonts, { field, labels: choices.map(({ label }) => label), index, area })
    else if (value !== undefined)
      drawText(drawing, tools.fonts, layoutOf(field, text, area, tools.locale), area, field.style.color)
  })
}

function showIn(tools: FormTools, widgets: readonly Widget[], draw: (drawing: Drawing, area: Area) => void): void {
  for (const widget of widgets) {
    if (widget.rect === null) continue
    setAppearance(widget, makeAppearance(tools, widget, uprightOf(tools.resolve, widget, widget.rect), draw))
  }
}

/** The "on" state of a checkbox's widgets. */
function stateOf(resolve: Resolve, form: FormField): string {
  for (const widget of form.widgets) {
    const state = onState(resolve, widget)
    if (state !== null) return state
  }
  return 'Yes'
}

function chosenState({ resolve }: FormTools, form: FormField, value: FieldValue): string {
  const choice = choicesOf(resolve, form).find(({ label }) => label === value)
  if (choice) return choice.kept
  throw new PdfError('pdf_cannot_be_filled', `The form field ${form.name} has no such option`, {
    detail: { reason: 'no such option in the form' },
  })
}

/** Turns the boxes of one state on and all others off. A box without appearances gets them. */
function writeBoxes(tools: FormTools, form: FormField, state: string | null, field: TemplateField): void {
  form.dict.set('V', PdfName.of(state ?? 'Off'))
  for (const widget of form.widgets) {
    const own = onState(tools.resolve, widget)
    if (own === null && state !== null) makeBox(tools, widget, state, field.style.color)
    widget.dict.set('AS', PdfName.of(state !== null && (own ?? state) === state ? state : 'Off'))
  }
}

function makeBox(tools: FormTools, widget: Widget, state: string, color: string): void {
  if (widget.rect === null) return
  const upright = uprightOf(tools.resolve, widget, widget.rect)
  const on = makeAppearance(tools, widget, upright, (drawing, area) => drawTick(drawing, area, color))
  const off = makeAppearance(tools, widget, upright, () => {})
  const states = PdfDict.of({ [state]: PdfRef.of(on, 0), Off: PdfRef.of(off, 0) })
  widget.dict.set('AP', PdfDict.of({ N: states }))
}
