import { nameOf, PdfDict, PdfName, PdfStream } from '../pdf/objects.ts'
import { operationsOf } from './appearance/content-stream.ts'
import { readable } from './appearance/field-text.ts'
import { shownBy } from './appearance/shown-value.ts'
import type { FieldHub } from './baseline.ts'
import { differingKeys } from './changed-objects.ts'
import type { Comparison } from './comparison.ts'
import { describe, type Part } from './field-parts.ts'
import { sameBytesOf, sameContent } from './same-content.ts'

/** Each widget of a button shows its state for the value (§12.7.5.2.3). */
export function compareButton(comparison: Comparison, field: FieldHub, parts: readonly Part[]): void {
  const { after, modifications, additions } = comparison
  const filled = describe(comparison, field, 'field_filled')
  const value = filled.after ?? 'Off'
  const widgets = parts.filter(({ number }) => field.widgets.includes(number))
  const states = widgets.map(({ b }) => {
    const normal = after.resolve(after.dict(b.get('AP'))?.get('N') ?? null)
    return new Set(normal instanceof PdfDict ? normal.entries.keys() : [])
  })
  const isKnown = value === 'Off' || states.some((own) => own.has(value))
  const shows = widgets.every(({ b }, i) => {
    const shown = nameOf(after.resolve(b.get('AS'))) ?? 'Off'
    return shown === (states[i]?.has(value) ? value : 'Off')
  })
  const isKept = parts.every((part) => keepsMarks(comparison, part))
  if (filled.before === filled.after || !isKnown || !shows || !isKept)
    modifications.push({ ...filled, kind: 'appearance_changed' })
  else additions.push(filled)
}

/** Glyphs of ZapfDingbats that mark a button as on: check, circle, cross, diamond, square, star (§12.5.6.19, /CA). */
const MARKS = ['✔', '✘', '★', '●', '■', '◆']

/**
 * True if each state of a button draws the same as before, or a plain mark where it is on (iText 5 redraws its marks).
 */
function keepsMarks(comparison: Comparison, { a, b, used }: Part): boolean {
  const { before, after, budget } = comparison
  if (!used.includes('AP')) return true
  const [old, now] = [before.dict(a.get('AP')), after.dict(b.get('AP'))]
  if (!old || !now || differingKeys(old, now, new Set(['N', 'D'])).length > 0) return false
  return ['N', 'D'].every((key) => {
    const [had, has] = [before.dict(old.get(key)), after.dict(now.get(key))]
    if (!had || !has) return sameContent(before, old.get(key), after, now.get(key), budget)
    const states = [...had.entries.keys()]
    if (states.length !== has.entries.size) return false
    return states.every((state) => {
      if (sameContent(before, had.get(state), after, has.get(state), budget)) return true
      const [drawn, stream] = [before.resolve(had.get(state)), after.resolve(has.get(state))]
      if (!(stream instanceof PdfStream)) return false
      return (
        (drawn instanceof PdfStream && sameDrawing(comparison, drawn, stream)) ||
        (state !== 'Off' && drawsMark(comparison, stream, b))
      )
    })
  })
}

/** True if two appearances without resources draw the same at the same place. */
function sameDrawing({ before, after, budget }: Comparison, a: PdfStream, b: PdfStream): boolean {
  if (!sameBytesOf(before, a, after, b) || differingKeys(a.dict, b.dict, new Set(['Resources'])).length > 0)
    return false
  return (
    readable(() =>
      [...operationsOf(after.streamData(b), budget)].every(
        ({ operator, operands }) => operator !== 'BI' && !operands.some((operand) => operand instanceof PdfName),
      ),
    ) ?? false
  )
}

function drawsMark({ after, budget }: Comparison, stream: PdfStream, widget: PdfDict): boolean {
  const resources = after.dict(stream.dict.get('Resources'))
  const fonts = after.dict(resources?.get('Font') ?? null)
  const isPlain = [...(fonts?.entries.values() ?? [])].every((value) => {
    const font = after.dict(value)
    const keys = new Set(['Type', 'Subtype', 'BaseFont', 'Name'])
    const isDingbats = nameOf(after.resolve(font?.get('BaseFont') ?? null)) === 'ZapfDingbats'
    return font !== null && isDingbats && [...font.entries.keys()].every((key) => keys.has(key))
  })
  const source = { file: after, isSigned: () => false, ornaments: true, budget }
  return fonts !== null && isPlain && shownBy(stream, source, { texts: MARKS, any: null }, widget) === 'value'
}
