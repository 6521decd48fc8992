import type { Box } from '@foja/pdf-core/geometry'
import type { PdfFile } from '../../pdf/file.ts'
import { integerOf, type PdfDict, type PdfStream } from '../../pdf/objects.ts'
import { boxOf } from '../../pdf/pages.ts'
import { operationsOf } from './content-stream.ts'
import { inheritedValue, readable, type ShownTexts } from './field-text.ts'
import { type Ground, isInSight, isLegible } from './legible-text.ts'
import { appearanceMatrix, matrixOf } from './matrix.ts'
import { type AppearanceSource, ShownReader } from './shown-reader.ts'

/** Whether the appearance of a field shows exactly its value, something else, or cannot be determined. */
export type Shown = 'value' | 'other' | 'unknown'

const COMB = 1 << 24

const ligatures = new Map([
  ['ﬀ', 'ff'],
  ['ﬁ', 'fi'],
  ['ﬂ', 'fl'],
  ['ﬃ', 'ffi'],
  ['ﬄ', 'ffl'],
])

/** Ignores line breaks and spaces of the layout, ligatures, composed letters and kinds of quotes. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[ﬀ-ﬄ]/g, (letter) => ligatures.get(letter) ?? letter)
    .replace(/[‘’]/g, "'")
    .replace(/[\s\u00ad\u200b\0]/g, '')

/** Right-to-left letters, and direction marks. */
const TURNED = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|(?![\u00ad\u200b])\p{Cf}/u

function matches(text: string, { texts, any }: ShownTexts): Shown {
  const shown = plain(text)
  if (texts.some((candidate) => TURNED.test(candidate))) return 'unknown'
  if (texts.some((candidate) => plain(candidate) === shown)) return 'value'
  if (any === 'dots') return /^[*•●∗·]*$/u.test(shown) ? 'value' : 'other'
  return any === 'unknown' ? 'unknown' : 'other'
}

/**
 * A list box shows some of its lines, one below the other, and highlights the selected ones. Another kind of highlight
 * cannot be determined.
 */
function matchesList({ lines, highlights, text }: ShownReader, list: NonNullable<ShownTexts['list']>): Shown {
  if (lines.length === 0) return list.selected === null ? 'value' : 'unknown'
  const labels = list.lines.map(({ label }) => plain(label))
  const shown = plain(text)
  const from = labels.findIndex((_, first) => shown === labels.slice(first, first + lines.length).join(''))
  const isDown = lines.every(({ y }, i) => i === 0 || y < (lines[i - 1]?.y ?? 0))
  if (from < 0 || !isDown) return 'other'
  const chosen = list.lines.filter((_, i) => {
    const y = lines[i - from]?.y
    return y !== undefined && highlights.some(({ box }) => box.y0 <= y && y < box.y1)
  })
  const selected = list.selected ?? ''
  const values = [chosen.map(({ exported }) => exported), chosen.map(({ label }) => label)]
  if (values.some((value) => value.join(', ') === selected)) return 'value'
  // a selected line may be scrolled out of sight; a visible one without highlight is undetermined
  return chosen.length === 0 ? 'unknown' : 'other'
}

/** How a widget places its appearance: the matrix to the page, its rotation (/MK /R), and the cells of a comb. */
function placing(file: PdfFile, stream: PdfStream, box: Box, widget: PdfDict): Ground & { cells: number } {
  const rect = boxOf(file, widget.get('Rect')) ?? box
  const turn = integerOf(file.resolve(file.dict(widget.get('MK'))?.get('R') ?? null)) ?? 0
  const isComb = ((integerOf(inheritedValue(file, widget, 'Ff')) ?? 0) & COMB) !== 0
  const cells = isComb ? (integerOf(inheritedValue(file, widget, 'MaxLen')) ?? 1) : 1
  return { toPage: appearanceMatrix(box, matrixOf(file, stream.dict.get('Matrix')), rect), turn, cells }
}

/** Reads the normal, rollover or down appearance of a text or choice field and compares it with its value. */
export function shownBy(stream: PdfStream, source: AppearanceSource, expected: ShownTexts, widget: PdfDict): Shown {
  const { file, budget } = source
  const box = boxOf(file, stream.dict.get('BBox'))
  if (!box || stream.dict.get('OC') !== null) return 'other'
  // the data of another file (§7.3.8.2)
  if (stream.dict.get('F') !== null) return 'unknown'
  return (
    readable((): Shown => {
      const { cells, ...ground } = placing(file, stream, box, widget)
      const reader = new ShownReader(source, stream, box, cells, expected.list !== undefined)
      for (const operation of operationsOf(file.streamData(stream), budget)) if (!reader.take(operation)) return 'other'
      if (reader.isUnknown) return 'unknown'
      const shown = expected.list ? matchesList(reader, expected.list) : matches(reader.text, expected)
      return shown === 'value' && !isLegible(expected.list ? reader.glyphs.filter(isInSight) : reader.glyphs, ground)
        ? 'unknown'
        : shown
    }) ?? 'unknown'
  )
}
