import type { PdfFile } from '../../pdf/file.ts'
import { PdfRef, type PdfStream } from '../../pdf/objects.ts'
import { type Box, boxOf } from '../../pdf/pages.ts'
import type { Budget } from '../budget.ts'
import {
  isOptional,
  nameOperand,
  numbersOf,
  type Operation,
  operationsOf,
  showsText,
  shownPieces,
} from './content-stream.ts'
import type { ShownTexts } from './field-text.ts'
import { readable } from './field-text.ts'
import { fontDecoder, type FontDecoder } from './font-decoder.ts'

/** What the appearance of a field shows: its value and nothing else, something else, or what cannot be told. */
export type Shown = 'value' | 'other' | 'unknown'

/** Where an appearance is read and which of its objects the signature covers. */
export type AppearanceSource = {
  file: PdfFile
  /** Whether the object of a later state is still the one that was signed. */
  isSigned: (ref: PdfRef) => boolean
  /** /DR of the form: where fonts are that the appearance itself does not name. */
  resources: ReturnType<PdfFile['dict']>
  budget: Budget
}

/** Operators that set colours, lines, clips and text state, and draw nothing by themselves (ISO 32000-2 annex A). */
const quiet: ReadonlySet<string> = new Set(
  'q Q BMC BDC EMC BT ET Tc Tw Tz TL Ts Td TD Tm T* g G rg RG k K sc SC scn SCN w J j M d i ri W W* n MP DP'.split(' '),
)
const deviceSpaces: ReadonlySet<string> = new Set(['DeviceGray', 'DeviceRGB', 'DeviceCMYK'])
const paints: ReadonlySet<string> = new Set('f F f* S s B B* b b*'.split(' '))
const builds: ReadonlySet<string> = new Set('m l h re'.split(' '))

/** Lines this close to the edge are a border, in points. */
const BORDER = 3.5

type Point = { x: number; y: number }
/** What one line of a list box shows, by the height of its baseline. */
type Line = { y: number; text: string }

function pointsOf({ operator, operands }: Operation): Point[] | null {
  if (operator === 'h') return []
  if (operator === 're') {
    const [x = 0, y = 0, width = 0, height = 0] = numbersOf(operands, 4) ?? []
    return (
      numbersOf(operands, 4) && [
        { x, y },
        { x: x + width, y: y + height },
      ]
    )
  }
  const [x, y] = numbersOf(operands, 2) ?? []
  return x === undefined || y === undefined ? null : [{ x, y }]
}

/** A background or border of the field: corners at its edges, or the dividers between the cells of a comb. */
function isFrame(points: readonly Point[], { x0, y0, x1, y1 }: Box): boolean {
  const atSide = ({ x }: Point): boolean => x <= x0 + BORDER || x >= x1 - BORDER
  const atEnd = ({ y }: Point): boolean => y <= y0 + BORDER || y >= y1 - BORDER
  if (points.every((point) => atSide(point) && atEnd(point))) return true
  // dividers go from the lower to the upper edge
  const isUpright = points.every((point, i) => i % 2 === 0 || Math.abs(point.x - (points[i - 1]?.x ?? 0)) < 0.5)
  return points.length % 2 === 0 && isUpright && points.every(atEnd)
}

class ShownReader {
  text = ''
  readonly lines: Line[] = []
  readonly highlights: Box[] = []
  isUnknown = false
  private path: Point[] = []
  private transformed = false
  private font: FontDecoder | null = null
  private readonly source: AppearanceSource
  private readonly fonts: ReturnType<PdfFile['dict']>
  private readonly box: Box
  private readonly isList: boolean
  private baseline = 0

  constructor(source: AppearanceSource, stream: PdfStream, box: Box, isList: boolean) {
    const { file } = source
    this.source = source
    this.box = box
    this.isList = isList
    const own = file.dict(stream.dict.get('Resources'))
    this.fonts = file.dict((own ?? source.resources)?.get('Font') ?? null)
  }

  /** Takes one operation; false when it draws something that is no value. */
  take(operation: Operation): boolean {
    const { operator, operands } = operation
    if (isOptional(operation)) return false
    if (this.isList) this.move(operation)
    if (showsText(operator)) return this.show(operation)
    if (operator === 'Tf') return this.select(nameOperand(operands, 0))
    if (operator === 'Tr') return operands.at(-1) === 0
    if (operator === 'cs' || operator === 'CS') return deviceSpaces.has(nameOperand(operands, 0) ?? '')
    if (operator === 'gs') return (this.isUnknown = true)
    if (operator === 'cm') return (this.transformed = true)
    if (operator === 'n') this.path = []
    if (builds.has(operator)) return this.build(operation)
    if (paints.has(operator)) return this.paint()
    return quiet.has(operator)
  }

  private build(operation: Operation): boolean {
    const points = pointsOf(operation)
    if (points) this.path.push(...points)
    return points !== null
  }

  private paint(): boolean {
    const points = this.path
    this.path = []
    if (this.transformed) return false
    if (isFrame(points, this.box)) return true
    // the highlight of a list box lies under its lines
    if (!this.isList || this.text !== '' || points.length !== 2) return false
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
    this.highlights.push({ x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) })
    return true
  }

  /** Follows the baseline of a list box; what it does not follow is not told. */
  private move({ operator, operands }: Operation): void {
    if (operator === 'BT') this.baseline = 0
    else if (operator === 'Td') this.baseline += numbersOf(operands, 2)?.[1] ?? 0
    else if (operator === 'Tm') {
      const [, , c, , , y = 0] = numbersOf(operands, 6) ?? []
      if (c !== 0) this.isUnknown = true
      this.baseline = y
    } else if (['cm', 'Ts', 'TD', 'T*', "'", '"'].includes(operator)) this.isUnknown = true
  }

  private select(name: string | null): boolean {
    const value = name === null ? null : (this.fonts?.get(name) ?? null)
    const { file, budget, isSigned } = this.source
    this.font = fontDecoder(file, file.dict(value), budget)
    const isKnown = value instanceof PdfRef && isSigned(value)
    if (this.font.embedded && !isKnown) this.isUnknown = true
    return true
  }

  private show(operation: Operation): boolean {
    this.font ??= fontDecoder(this.source.file, null, this.source.budget)
    const from = this.text.length
    for (const piece of shownPieces(operation)) {
      if (typeof piece === 'number') continue
      for (const { text } of this.font.glyphsOf(piece.bytes)) {
        if (text === null) this.isUnknown = true
        this.text += text ?? ''
      }
    }
    const last = this.lines.at(-1)
    if (last?.y === this.baseline) last.text += this.text.slice(from)
    else if (this.isList) this.lines.push({ y: this.baseline, text: this.text.slice(from) })
    return true
  }
}

/** Line breaks and spaces are the layout's; ligatures and composed letters are told apart by nobody who reads. */
const plain = (text: string): string => text.normalize('NFKC').replace(/[\s\u00ad\u200b\0]/g, '')

function matches(text: string, { texts, any }: ShownTexts): Shown {
  const shown = plain(text)
  if (texts.some((candidate) => plain(candidate) === shown)) return 'value'
  if (any === 'dots') return /^[*•●∗·]*$/u.test(shown) ? 'value' : 'other'
  return any === 'unknown' ? 'unknown' : 'other'
}

/**
 * A list box shows some of its lines, one below the other, and highlights those that are selected. One whose highlight
 * is drawn in another way cannot be told.
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
    return y !== undefined && highlights.some(({ y0, y1 }) => y0 <= y && y < y1)
  })
  const selected = list.selected ?? ''
  const values = [chosen.map(({ exported }) => exported), chosen.map(({ label }) => label)]
  if (values.some((value) => value.join(', ') === selected)) return 'value'
  // a selected line may be scrolled out of sight; one that is in sight and not highlighted says nothing
  return chosen.length === 0 ? 'unknown' : 'other'
}

/** Reads the normal, rollover or down appearance of a text or choice field and holds it against its value. */
export function shownBy(stream: PdfStream, source: AppearanceSource, expected: ShownTexts): Shown {
  const { file, budget } = source
  const box = boxOf(file, stream.dict.get('BBox'))
  if (!box || stream.dict.get('OC') !== null) return 'other'
  return (
    readable((): Shown => {
      const reader = new ShownReader(source, stream, box, expected.list !== undefined)
      for (const operation of operationsOf(file.streamData(stream), budget)) if (!reader.take(operation)) return 'other'
      if (reader.isUnknown) return 'unknown'
      return expected.list ? matchesList(reader, expected.list) : matches(reader.text, expected)
    }) ?? 'unknown'
  )
}
