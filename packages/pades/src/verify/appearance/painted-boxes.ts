import type { Box } from '@foja/pdf-core/geometry'
import type { PdfFile } from '../../pdf/file.ts'
import { integerOf, nameOf, PdfArray, type PdfDict, PdfStream } from '../../pdf/objects.ts'
import { boxOf } from '../../pdf/pages.ts'
import type { WorkBudget } from '../../work-budget.ts'
import { nameOperand, numbersOf, operationsOf, type Operation } from './content-stream.ts'
import { appearanceStreams, readable } from './field-text.ts'
import { fontDecoder } from './font-decoder.ts'
import { apply, appearanceMatrix, boxAround, clipBox, type Matrix, matrixOf, multiply, transformBox } from './matrix.ts'
import { type DrawnGlyph, TextLayout } from './text-layout.ts'

const MAX_DEPTH = 8
const MAX_BOXES = 20_000
/** Paint of at least this transparency hides nothing. */
const MIN_ALPHA = 0.5
/** A path that fills less of its box is a drawing, such as an ink signature, not a cover. */
const MIN_FILL = 0.6
/** Letters of this brightness may be there to cover something. */
const LIGHT = 0.8

/** A letter of this height may be one stroke over a whole line of the page. */
const MAX_LETTER = 60
/** Thinner lines, in points, are drawings. */
const MIN_LINE = 0.5
const MAX_STRIPS = 64

type Point = { x: number; y: number }

const UNIT: Box = { x0: 0, y0: 0, x1: 1, y1: 1 }

/** Area of a closed path by its points, control points included. */
function polygonArea(points: readonly Point[]): number {
  const twice = points.reduce((sum, { x, y }, i) => {
    const next = points[(i + 1) % points.length]!
    return sum + x * next.y - next.x * y
  }, 0)
  return Math.abs(twice) / 2
}

/** A path cut into strips, each between its edges: a non-rectangular path covers no full rectangle. */
function stripsOf(points: readonly Point[], { y0, y1 }: Box): Box[] {
  const count = Math.min(MAX_STRIPS, Math.max(1, Math.ceil(y1 - y0)))
  const high = (y1 - y0) / count
  return Array.from({ length: count }, (_, strip) => y0 + strip * high).flatMap((low) => {
    const middle = low + high / 2
    const crossings = points
      .flatMap((a, i) => {
        const b = points[(i + 1) % points.length]!
        return a.y > middle === b.y > middle ? [] : [a.x + ((middle - a.y) / (b.y - a.y)) * (b.x - a.x)]
      })
      .toSorted((a, b) => a - b)
    return crossings.flatMap((x0, i) =>
      i % 2 === 0 && crossings[i + 1] !== undefined ? [{ x0, y0: low, x1: crossings[i + 1]!, y1: low + high }] : [],
    )
  })
}

/** A segment as the rectangle of its painted line. */
function lineOf(from: Point, to: Point, width: number): Point[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const [dx, dy] = [((to.x - from.x) / length) * (width / 2), ((to.y - from.y) / length) * (width / 2)]
  return [
    { x: from.x - dy - dx, y: from.y + dx - dy },
    { x: to.x - dy + dx, y: to.y + dx + dy },
    { x: to.x + dy + dx, y: to.y - dx + dy },
    { x: from.x + dy - dx, y: from.y - dx - dy },
  ]
}

class PaintReader {
  readonly boxes: Box[] = []
  /** True if the limit was exceeded. */
  overflows = false
  private readonly file: PdfFile
  private readonly budget: WorkBudget
  private readonly whole: Box

  constructor(file: PdfFile, budget: WorkBudget, whole: Box) {
    this.file = file
    this.budget = budget
    this.whole = whole
  }

  /** Collects the painted areas of a form XObject; `matrix` maps its space to the page. */
  form(stream: PdfStream, matrix: Matrix, opaque: boolean, depth: number): void {
    const { file, budget } = this
    const resources = file.dict(stream.dict.get('Resources'))
    const fonts = file.dict(resources?.get('Font') ?? null)
    const layout = new TextLayout(matrix, (name) =>
      fontDecoder(file, file.dict((name !== null && fonts?.get(name)) || null), budget),
    )
    const stack: boolean[] = []
    let state = opaque
    let paths: Point[][] = []
    for (const operation of operationsOf(file.streamData(stream), budget)) {
      const { operator, operands } = operation
      if (operator === 'q') stack.push(state)
      else if (operator === 'Q') state = stack.pop() ?? state
      else if (operator === 'gs') state = this.isOpaque(resources, nameOperand(operands, 0))
      const glyphs = layout.take(operation)
      if (!state && operator !== 'Do') continue
      for (const glyph of glyphs) this.letter(glyph, layout.state.lineWidth)
      const at = layout.state.matrix
      if (operator === 'Do') this.external(resources, nameOperand(operands, 0), at, state, depth)
      // a shading paints everything inside the clip
      else if (operator === 'sh') this.add(this.whole)
      else if (operator === 'BI') this.add(transformBox(at, UNIT))
      else if (/^(?:f|F|f\*|B|B\*|b|b\*)$/.test(operator)) this.fill(paths, at)
      if (/^(?:S|s|B|B\*|b|b\*)$/.test(operator)) this.stroke(paths, at, layout.state.lineWidth, /^[sb]/.test(operator))
      if (/^(?:f|F|f\*|B|B\*|b|b\*|n|S|s)$/.test(operator)) paths = []
      else build(operation, paths)
    }
  }

  private add(box: Box): void {
    this.budget.spend(1)
    if (this.boxes.length < MAX_BOXES) this.boxes.push(box)
    else this.overflows = true
  }

  private fill(paths: readonly Point[][], matrix: Matrix): void {
    for (const path of paths) this.polygon(path.map(({ x, y }) => apply(matrix, x, y)))
  }

  private polygon(points: readonly Point[]): void {
    const box = boxAround(points)
    const area = (box.x1 - box.x0) * (box.y1 - box.y0)
    if (!(area > 0)) return
    if (polygonArea(points) >= area * MIN_FILL) return this.add(box)
    this.budget.spend(points.length * 4)
    for (const strip of stripsOf(points, box)) this.add(strip)
  }

  private stroke(paths: readonly Point[][], matrix: Matrix, lineWidth: number, isClosed: boolean): void {
    const [a, b, c, d] = matrix
    const width = lineWidth * Math.sqrt(Math.abs(a * d - b * c))
    if (width < MIN_LINE) return
    for (const path of paths) {
      const points = path.map(({ x, y }) => apply(matrix, x, y))
      const ends = isClosed || path.length === 4 ? [...points, ...points.slice(0, 1)] : points
      for (let i = 0; i + 1 < ends.length; i++) this.polygon(lineOf(ends[i]!, ends[i + 1]!, width))
    }
  }

  /**
   * Letters cover nothing, unless they are ornaments, as large as a line of the page, drawn with thick lines or light.
   */
  private letter({ text, box, matrix, font, mode, fill }: DrawnGlyph, lineWidth: number): void {
    const isSeen = mode !== 3 && mode !== 7
    if (!isSeen || text === ' ') return
    const at = transformBox(matrix, box)
    const isLight = fill > LIGHT && mode !== 1
    const isOrnament = text === null ? !font.embedded : /[\u2500-\u27bf]/.test(text)
    const isLarge = at.y1 - at.y0 > MAX_LETTER
    const isThick = mode !== 0 && mode !== 4 && lineWidth > 2
    if (isLarge || isThick) this.add(this.whole)
    else if (isOrnament || (isLight && (font.embedded || !font.plainFace))) this.add(at)
  }

  private isOpaque(resources: PdfDict | null, name: string | null): boolean {
    const states = this.file.dict(resources?.get('ExtGState') ?? null)
    const state = this.file.dict((name !== null && states?.get(name)) || null)
    const alpha = this.file.resolve(state?.get('ca') ?? null)
    const blend = nameOf(this.file.resolve(state?.get('BM') ?? null))
    return (typeof alpha !== 'number' || alpha >= MIN_ALPHA) && blend !== 'Multiply' && blend !== 'Darken'
  }

  private external(
    resources: PdfDict | null,
    name: string | null,
    matrix: Matrix,
    opaque: boolean,
    depth: number,
  ): void {
    const { file } = this
    const listed = file.dict(resources?.get('XObject') ?? null)
    const found = file.resolve((name !== null && listed?.get(name)) || null)
    if (!(found instanceof PdfStream)) return
    if (depth >= MAX_DEPTH) this.overflows = true
    else if (nameOf(file.resolve(found.dict.get('Subtype'))) === 'Form')
      this.form(found, multiply(matrixOf(file, found.dict.get('Matrix')), matrix), opaque, depth + 1)
    else if (opaque && !isTransparent(file, found.dict)) this.add(transformBox(matrix, UNIT))
  }
}

/** Path construction (ISO 32000-2 §8.5.2); a rectangle is a separate path, so that a QR code is not one block. */
function build({ operator, operands }: Operation, paths: Point[][]): void {
  const counts: Record<string, number> = { m: 2, l: 2, c: 6, v: 4, y: 4, re: 4 }
  const count = counts[operator]
  const values = count === undefined ? null : numbersOf(operands, count)
  if (!values) return
  if (operator === 're') {
    const [x = 0, y = 0, width = 0, height = 0] = values
    const corners = [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ]
    paths.push(corners)
    return
  }
  const points = Array.from({ length: values.length / 2 }, (_, i) => ({ x: values[i * 2]!, y: values[i * 2 + 1]! }))
  if (operator === 'm' || paths.length === 0) paths.push(points)
  else paths.at(-1)!.push(...points)
}

/** True if an image is mostly transparent: a stencil, a colour key, or a mostly clear soft mask. */
function isTransparent(file: PdfFile, image: PdfDict): boolean {
  if (file.resolve(image.get('ImageMask')) === true) return true
  const mask = file.resolve(image.get('Mask'))
  if (mask instanceof PdfArray || mask instanceof PdfStream) return true
  const soft = file.resolve(image.get('SMask'))
  if (!(soft instanceof PdfStream)) return false
  if (integerOf(file.resolve(soft.dict.get('BitsPerComponent'))) !== 8) return false
  const alpha = readable(() => file.streamData(soft))
  if (!alpha || alpha.length === 0) return false
  return alpha.reduce((sum, value) => sum + value, 0) / alpha.length < 255 * MIN_ALPHA
}

/**
 * The opaque boxes, in the page's user space, painted by the appearances of a widget: filled paths, thick lines,
 * shadings and images. An unreadable appearance counts as its whole rectangle.
 */
export function paintedBoxes(file: PdfFile, widget: PdfDict | null, rect: Box, budget: WorkBudget): Box[] {
  return appearanceStreams(file, widget?.get('AP') ?? null).flatMap((stream) => {
    const bbox = boxOf(file, stream.dict.get('BBox'))
    if (!bbox) return [rect]
    const matrix = appearanceMatrix(bbox, matrixOf(file, stream.dict.get('Matrix')), rect)
    const reader = new PaintReader(file, budget, rect)
    const isRead = readable(() => {
      reader.form(stream, matrix, true, 0)
      return true
    })
    if (!isRead || reader.overflows) return [rect]
    return reader.boxes.flatMap((box) => clipBox(box, rect) ?? [])
  })
}
