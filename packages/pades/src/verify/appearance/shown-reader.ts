import type { Box } from '@foja/pdf-core/geometry'
import type { PdfFile } from '../../pdf/file.ts'
import { PdfRef, type PdfStream } from '../../pdf/objects.ts'
import type { WorkBudget } from '../../work-budget.ts'
import { isOptional, nameOperand, numbersOf, type Operation, showsText } from './content-stream.ts'
import { fontDecoder, type FontDecoder } from './font-decoder.ts'
import type { PlacedGlyph } from './legible-text.ts'
import { apply, boxAround, IDENTITY, transformBox } from './matrix.ts'
import { type DrawnGlyph, TextLayout } from './text-layout.ts'

/** The state in which an appearance is read, and its signed objects. */
export type AppearanceSource = {
  file: PdfFile
  /** True if the object of a later state is still the signed one. */
  isSigned: (ref: PdfRef) => boolean
  /** True if letters of ZapfDingbats are expected. */
  ornaments?: boolean
  budget: WorkBudget
}

/** Operators that set colours, lines, clips and text state, and draw nothing (ISO 32000-2 annex A). */
const quiet: ReadonlySet<string> = new Set(
  'q Q BMC BDC EMC BT ET Tc Tw Tz TL Ts Td TD Tm T* g G rg RG k K sc SC scn SCN w J j M d i ri MP DP'.split(' '),
)

const deviceSpaces: ReadonlySet<string> = new Set(['DeviceGray', 'DeviceRGB', 'DeviceCMYK'])

const paints: ReadonlySet<string> = new Set('f F f* S s B B* b b*'.split(' '))

const builds: ReadonlySet<string> = new Set('m l h re'.split(' '))

/** Lines this close to the edge are a border, in units of the form, up to this part of its size. */
const BORDER = 3.5

const BORDER_PART = 0.2

type Point = { x: number; y: number }

/** The text of one line of a list box, by the height of its baseline. */
type Line = { y: number; text: string }

/** The background of a selected line. */
type Highlight = { box: Box; fill: number }

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
function isFrame(points: readonly Point[], { x0, y0, x1, y1 }: Box, cells: number): boolean {
  const [across, along] = [Math.min(BORDER, (x1 - x0) * BORDER_PART), Math.min(BORDER, (y1 - y0) * BORDER_PART)]
  const atSide = ({ x }: Point): boolean => x <= x0 + across || x >= x1 - across
  const atEnd = ({ y }: Point): boolean => y <= y0 + along || y >= y1 - along
  if (points.every((point) => atSide(point) && atEnd(point))) return true
  // dividers go from the lower to the upper edge, between two cells
  const cell = (x1 - x0) / cells
  const isUpright = points.every((point, i) => i % 2 === 0 || Math.abs(point.x - (points[i - 1]?.x ?? 0)) < 0.5)
  const isBetween = ({ x }: Point): boolean => Math.abs((x - x0) / cell - Math.round((x - x0) / cell)) * cell < 1.5
  return cells > 1 && points.length % 2 === 0 && isUpright && points.every((point) => atEnd(point) && isBetween(point))
}

const intersection = (a: Box, b: Box): Box => ({
  x0: Math.max(a.x0, b.x0),
  y0: Math.max(a.y0, b.y0),
  x1: Math.min(a.x1, b.x1),
  y1: Math.min(a.y1, b.y1),
})

export class ShownReader {
  readonly highlights: Highlight[] = []
  isUnknown = false
  readonly glyphs: PlacedGlyph[] = []
  private readonly layout: TextLayout
  private path: Point[] = []
  /** Construction of the path: only a single rectangle is read as a clip or background. */
  private builtBy: string[] = []
  private clips = false
  private transformed = false
  private clip: Box
  private readonly clipStack: Box[] = []
  private ground = 1
  private readonly source: AppearanceSource
  private readonly fonts: ReturnType<PdfFile['dict']>
  private readonly box: Box
  private readonly cells: number
  private readonly isList: boolean

  constructor(source: AppearanceSource, stream: PdfStream, box: Box, cells: number, isList: boolean) {
    const { file } = source
    this.source = source
    this.box = box
    this.cells = cells
    this.isList = isList
    this.clip = box
    this.fonts = file.dict(file.dict(stream.dict.get('Resources'))?.get('Font') ?? null)
    this.layout = new TextLayout(IDENTITY, (name) => this.select(name))
  }

  get lines(): Line[] {
    const lines: Line[] = []
    for (const { text, matrix, box } of this.glyphs) {
      const { y } = apply(matrix, 0, box.y0)
      const last = lines.at(-1)
      if (last && Math.abs(last.y - y) < 0.5) last.text += text ?? ''
      else lines.push({ y, text: text ?? '' })
    }
    return lines
  }

  get text(): string {
    return this.glyphs.map(({ text }) => text ?? '').join('')
  }

  /** Processes one operation; false when it draws anything but the value. */
  take(operation: Operation): boolean {
    const { operator, operands } = operation
    if (isOptional(operation)) return false
    if (operator === 'q') this.clipStack.push(this.clip)
    if (operator === 'Q') this.clip = this.clipStack.pop() ?? this.clip
    for (const glyph of this.layout.take(operation)) this.add(glyph)
    if (showsText(operator) && this.layout.state.font === null) this.isUnknown = true
    if (showsText(operator) || operator === 'Tf') return true
    if (operator === 'Tr') return operands.at(-1) === 0
    if (operator === 'cs' || operator === 'CS') return this.selectSpace(nameOperand(operands, 0) ?? '')
    if (operator === 'gs') return (this.isUnknown = true)
    if (operator === 'cm') return (this.transformed = true)
    if (operator === 'W' || operator === 'W*') return (this.clips = true)
    if (operator === 'n') return this.endPath()
    if (builds.has(operator)) return this.build(operation)
    if (paints.has(operator)) return this.paint(operator)
    return quiet.has(operator)
  }

  private add(glyph: DrawnGlyph): void {
    this.source.budget.spend(1)
    if (glyph.text === null) this.isUnknown = true
    const { x, y } = apply(glyph.matrix, 0, 0)
    const under = this.highlights.findLast(({ box }) => x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1)
    this.glyphs.push({ ...glyph, clip: this.clip, ground: under?.fill ?? this.ground })
  }

  private selectSpace(name: string): boolean {
    if (!deviceSpaces.has(name)) this.isUnknown = true
    return true
  }

  private build(operation: Operation): boolean {
    const points = pointsOf(operation)
    if (points) this.path.push(...points)
    this.builtBy.push(operation.operator)
    return points !== null
  }

  private get rectangle(): Box | null {
    if (this.builtBy.length !== 1 || this.builtBy[0] !== 're') return null
    return transformBox(this.layout.state.matrix, boxAround(this.path))
  }

  private endPath(): boolean {
    const { rectangle } = this
    if (this.clips && rectangle) this.clip = intersection(this.clip, rectangle)
    else if (this.clips) this.isUnknown = true
    this.path = []
    this.builtBy = []
    this.clips = false
    return true
  }

  private paint(operator: string): boolean {
    const { box, layout, rectangle } = this
    const isFound = !this.transformed && isFrame(this.path, box, this.cells)
    const least = Math.min(box.x1 - box.x0, box.y1 - box.y0)
    const isThick = /^[sSbB]/.test(operator) && layout.state.lineWidth > least * BORDER_PART * 2
    // paint after the letters may hide them
    if (this.glyphs.length > 0 || isThick) this.isUnknown = true
    const isWhole =
      rectangle &&
      rectangle.x1 - rectangle.x0 > (box.x1 - box.x0) / 2 &&
      rectangle.y1 - rectangle.y0 > (box.y1 - box.y0) / 2
    if (!/^[sS]/.test(operator) && isWhole) this.ground = layout.state.fill
    this.endPath()
    if (isFound || !this.isList || this.transformed || !rectangle || this.glyphs.length > 0) return isFound
    // the highlight of a list box is below its lines
    this.highlights.push({ box: rectangle, fill: layout.state.fill })
    return true
  }

  private select(name: string | null): FontDecoder {
    const value = name === null ? null : (this.fonts?.get(name) ?? null)
    const { file, budget, isSigned, ornaments = false } = this.source
    const font = fontDecoder(file, file.dict(value), budget)
    const isKnown = value instanceof PdfRef && isSigned(value)
    if (!isKnown && (font.embedded || (!font.plainFace && !ornaments))) this.isUnknown = true
    return font
  }
}
