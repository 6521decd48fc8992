import type { TemplateField } from '@foja/contracts/template-fields'
import type { FieldType } from '@foja/contracts/template-field-types'
import type { FieldValue } from '@foja/forms/field-value'
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef } from '@libpdf/core'
import { layoutText, type TextLayout } from '@foja/forms/layout'
import { lineHeight } from '@foja/forms/metrics'
import { PdfError } from '../errors.ts'
import { layoutOf, writableText, type Tools } from './draw-field.ts'
import { drawText, drawTick, type Area, type Drawing, rectangle, rgb } from './drawing.ts'
import { choicesOf, kindOf, onState, type FormKind } from './field-choices.ts'
import { fieldFlags, type FormField, type Widget } from './form-tree.ts'
import { textObject, type Resolve, numberOf } from './pdf-values.ts'
import type { Revision } from './revision.ts'
import { makeAppearance, setAppearance, uprightOf, type MadeAppearances } from './widget-appearance.ts'
import type { Fonts } from './embedded-fonts.ts'

const notComb = fieldFlags.multiline | fieldFlags.password | fieldFlags.fileSelect

/** Number of cells of a comb text field (ISO 32000-2 table 231, Comb); null: not a comb. */
function combOf(resolve: Resolve, form: FormField): number | null {
  const cells = numberOf(resolve, form.get('MaxLen'))
  const isComb = (form.flags & fieldFlags.comb) !== 0 && (form.flags & notComb) === 0
  return isComb && cells !== null && cells >= 1 && cells <= 1000 ? Math.floor(cells) : null
}

/** Centres each character in its cell, all in one size. */
function drawComb(
  drawing: Drawing,
  fonts: Fonts,
  { field, text, cells, area }: { field: TemplateField; text: string; cells: number; area: Area },
): void {
  const characters = Array.from(text.normalize('NFC')).slice(0, cells)
  const width = area.width / cells
  const { font, color, align } = field.style
  const free = cells - characters.length
  const before = { left: 0, center: Math.floor(free / 2), right: free }[align]
  const layout = (character: string, size: number, overflow: 'shrink' | 'clip'): TextLayout =>
    layoutText({ text: character, width, height: area.height, font, size, align: 'center', overflow, multiline: false })
  const size = Math.min(...characters.map((one) => layout(one, field.style.size, 'shrink').size))
  characters.forEach((character, index) => {
    const cell = { ...area, left: area.left + (before + index) * width, width }
    drawText(drawing, fonts, layout(character, size, 'clip'), cell, color)
  })
}

/** Background of the selected line: Acrobat's blue. */
const highlight = '#99c1da'

/** The visible lines of a list, scrolled to the selected one. `index` -1: no selection. */
function drawList(
  drawing: Drawing,
  fonts: Fonts,
  { field, labels, index, area }: { field: TemplateField; labels: readonly string[]; index: number; area: Area },
): void {
  const { font, size, align, color } = field.style
  const height = lineHeight * size
  const fitting = Math.max(1, Math.floor(area.height / height))
  const first = Math.max(0, index - fitting + 1)
  drawing.operators.push(`q ${rectangle(area)} W n`)
  labels.slice(first, first + fitting + 1).forEach((label, row) => {
    const line = { ...area, bottom: area.bottom + area.height - (row + 1) * height, height }
    if (first + row === index) drawing.operators.push(`${rgb(highlight)} rg ${rectangle(line)} f`)
    const layout = layoutText({
      text: label,
      width: area.width,
      height,
      font,
      size,
      align,
      overflow: 'clip',
      multiline: false,
    })
    drawText(drawing, fonts, layout, line, color)
  })
  drawing.operators.push('Q')
}

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
