import { PdfDict, type PdfRef, type PdfValue } from '../pdf/objects.ts'
import { appearanceStreams, expectedTexts, readable, valueText } from './appearance/field-text.ts'
import { shownBy, type Shown } from './appearance/shown-value.ts'
import type { FieldHub } from './baseline.ts'
import type { Comparison } from './comparison.ts'
import { addDrawings, describe, type Part } from './field-parts.ts'
import { sameContent } from './same-content.ts'

/** The worst result of comparing the appearances of a text or choice field with its value. */
function readAppearances(comparison: Comparison, parts: readonly Part[], texts: readonly (string | null)[]): Shown {
  const { before, after, budget } = comparison
  const source = {
    file: after,
    // including everything referenced: the letters of a font are in another object
    isSigned: (ref: PdfRef) => before.load(ref.number) !== null && sameContent(before, ref, after, ref, budget),
    budget,
  }
  let worst: Shown = 'value'
  for (const { b } of parts) {
    for (const stream of appearanceStreams(after, b.get('AP'))) {
      const shown = texts.map((text): Shown => {
        const expected = readable(() => expectedTexts(after, b, text))
        return expected ? shownBy(stream, source, expected, b) : 'unknown'
      })
      if (shown.every((one) => one === 'other')) return 'other'
      if (!shown.includes('value')) worst = 'unknown'
    }
  }
  return worst
}

/** The text that a reader shows for the value of a text or choice field without redrawing it. */
export function shownByField(comparison: Comparison, field: FieldHub): Shown {
  const { after } = comparison
  if (!field.terminal || (field.type !== 'Tx' && field.type !== 'Ch')) return 'value'
  const value = describe(comparison, field, 'field_filled').after ?? null
  const dicts = [...new Set([field.number, ...field.widgets])].map((number) => after.load(number)?.value ?? null)
  const parts = dicts
    .filter((dict) => dict instanceof PdfDict)
    .map((b) => ({ number: field.number, a: b, b, used: [] }))
  const isDrawn = parts.some(({ b }) => appearanceStreams(after, b.get('AP')).length > 0)
  if (!isDrawn) return value === null ? 'value' : 'unknown'
  return readAppearances(comparison, parts, [value])
}

/** True if a value changed under an appearance of another value; readers then show either. */
function isStale(comparison: Comparison, parts: readonly Part[], value: string | null): boolean {
  const { after } = comparison
  const form = after.dict(after.catalog.get('AcroForm'))
  if (after.resolve(form?.get('NeedAppearances') ?? null) === true) return false
  const kept = parts.filter(({ used }) => !used.includes('AP'))
  return readAppearances(comparison, kept, [value, null]) !== 'value'
}

const hasAppearance = ({ before }: Comparison, widget: PdfDict): boolean =>
  appearanceStreams(before, widget.get('AP')).length > 0

/** Text without markup, to compare a rich value with the plain one (§12.7.4.4). */
const withoutMarkup = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&amp;/g, '&')
    .replace(/\s/g, '')

function isRichTextFaithful({ after }: Comparison, { b }: Part, value: string | null): boolean {
  const rich: PdfValue = b.get('RV')
  if (rich === null) return true
  const text = readable(() => valueText(after, rich)) ?? ''
  return !text.includes('<!') && withoutMarkup(text) === (value ?? '').replace(/\s/g, '')
}

export function compareText(comparison: Comparison, field: FieldHub, parts: readonly Part[]): void {
  const { modifications, additions, doubts } = comparison
  const filled = describe(comparison, field, 'field_filled')
  const value = filled.after ?? null
  const isChanged = filled.before !== value
  // an unchanged value keeps its appearance; a missing one may be added, as a reader would draw it
  const isOnlyDrawn = parts.every(
    ({ a, used }) =>
      used.every((key) => ['AP', 'M', 'TI'].includes(key)) && !(used.includes('AP') && hasAppearance(comparison, a)),
  )
  const isFaithful = parts.every((part) => isRichTextFaithful(comparison, part, value))
  const isRichTextNew = parts.some(({ used }) => used.includes('RV'))
  const redrawn = parts.filter(({ used }) => used.includes('AP'))
  const shown = readAppearances(comparison, redrawn, [value])
  if (shown === 'other' || (isRichTextNew && !isFaithful) || (!isChanged && !isOnlyDrawn)) {
    modifications.push({ ...filled, kind: 'appearance_changed' })
    return
  }
  if (shown === 'unknown') doubts.add('field_appearance_unverified')
  if (isChanged && (!isFaithful || isStale(comparison, parts, value))) doubts.add('field_appearance_stale')
  additions.push(filled)
  addDrawings(comparison, field, parts)
}
