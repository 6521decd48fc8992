import type { PdfFile } from '../../pdf/file.ts'
import { integerOf, nameOf, PdfArray, type PdfDict, PdfStream, type PdfValue } from '../../pdf/objects.ts'
import { type Box, boxOf } from '../../pdf/pages.ts'
import type { Budget } from '../budget.ts'
import { nameOperand, numbersOf, operationsOf, type Operation } from './content-stream.ts'
import { appearanceStreams, readable } from './field-text.ts'
import {
  apply,
  appearanceMatrix,
  boxAround,
  IDENTITY,
  type Matrix,
  matrixOf,
  multiply,
  transformBox,
} from './matrix.ts'

const MAX_DEPTH = 8
const MAX_BOXES = 20_000
/** Paint that lets so much of the page through hides nothing. */
const MIN_ALPHA = 0.5
/** A path that fills less of its box is a drawing, such as a signature in ink, not a cover. */
const MIN_FILL = 0.6

type State = { matrix: Matrix; opaque: boolean }
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

class PaintReader {
  readonly boxes: Box[] = []
  private readonly file: PdfFile
  private readonly budget: Budget

  constructor(file: PdfFile, budget: Budget) {
    this.file = file
    this.budget = budget
  }

  /** Collects what a form XObject paints; `matrix` maps its space to the page. */
  form(stream: PdfStream, matrix: Matrix, opaque: boolean, depth: number): void {
    const { file, budget } = this
    const resources = file.dict(stream.dict.get('Resources'))
    const stack: State[] = []
    let state: State = { matrix, opaque }
    let paths: Point[][] = []
    for (const operation of operationsOf(file.streamData(stream), budget)) {
      const { operator, operands } = operation
      if (operator === 'q') stack.push(state)
      else if (operator === 'Q') state = stack.pop() ?? state
      else if (operator === 'cm') state = { ...state, matrix: concat(operands, state.matrix) }
      else if (operator === 'gs') state = { ...state, opaque: this.isOpaque(resources, nameOperand(operands, 0)) }
      else if (operator === 'Do') this.external(resources, nameOperand(operands, 0), state, depth)
      else if (operator === 'sh' || operator === 'BI') this.add(transformBox(state.matrix, UNIT), state)
      else if (/^(?:f|F|f\*|B|B\*|b|b\*)$/.test(operator)) this.fill(paths, state)
      if (/^(?:f|F|f\*|B|B\*|b|b\*|n|S|s)$/.test(operator)) paths = []
      else build(operation, paths)
    }
  }

  private add(box: Box, { opaque }: State): void {
    this.budget.spend(1)
    if (opaque && this.boxes.length < MAX_BOXES) this.boxes.push(box)
  }

  private fill(paths: readonly Point[][], state: State): void {
    for (const path of paths) {
      const points = path.map(({ x, y }) => apply(state.matrix, x, y))
      const box = boxAround(points)
      const area = (box.x1 - box.x0) * (box.y1 - box.y0)
      if (area > 0 && polygonArea(points) >= area * MIN_FILL) this.add(box, state)
    }
  }

  private isOpaque(resources: PdfDict | null, name: string | null): boolean {
    const states = this.file.dict(resources?.get('ExtGState') ?? null)
    const state = this.file.dict((name !== null && states?.get(name)) || null)
    const alpha = this.file.resolve(state?.get('ca') ?? null)
    const blend = nameOf(this.file.resolve(state?.get('BM') ?? null))
    return (typeof alpha !== 'number' || alpha >= MIN_ALPHA) && blend !== 'Multiply' && blend !== 'Darken'
  }

  private external(resources: PdfDict | null, name: string | null, state: State, depth: number): void {
    const { file } = this
    const listed = file.dict(resources?.get('XObject') ?? null)
    const found = file.resolve((name !== null && listed?.get(name)) || null)
    if (!(found instanceof PdfStream) || depth >= MAX_DEPTH) return
    if (nameOf(file.resolve(found.dict.get('Subtype'))) === 'Form') {
      const inner = multiply(matrixOf(file, found.dict.get('Matrix')), state.matrix)
      this.form(found, inner, state.opaque, depth + 1)
    } else if (!isTransparent(file, found.dict)) this.add(transformBox(state.matrix, UNIT), state)
  }
}

const concat = (operands: readonly PdfValue[], matrix: Matrix): Matrix => {
  const own = numbersOf(operands, 6)
  return own ? multiply(own as unknown as Matrix, matrix) : matrix
}

/** Path construction (ISO 32000-2 §8.5.2); a rectangle is a path of its own, so that a QR code is not one block. */
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

/** Whether an image lets most of the page through: a stencil, a colour key, or a soft mask that is mostly clear. */
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
 * The boxes, in the page's user space, that the appearances of a widget paint so that what is under them cannot be seen:
 * filled paths, shadings and images. Letters and lines hide nothing. What cannot be read counts as its whole rectangle.
 */
export function paintedBoxes(file: PdfFile, widget: PdfDict | null, rect: Box, budget: Budget): Box[] {
  return appearanceStreams(file, widget?.get('AP') ?? null).flatMap((stream) => {
    const bbox = boxOf(file, stream.dict.get('BBox'))
    if (!bbox) return []
    const matrix = appearanceMatrix(bbox, matrixOf(file, stream.dict.get('Matrix')) ?? IDENTITY, rect)
    const reader = new PaintReader(file, budget)
    const isRead = readable(() => {
      reader.form(stream, matrix, true, 0)
      return true
    })
    const clipped = reader.boxes.map((box) => ({
      x0: Math.max(box.x0, rect.x0),
      y0: Math.max(box.y0, rect.y0),
      x1: Math.min(box.x1, rect.x1),
      y1: Math.min(box.y1, rect.y1),
    }))
    return isRead ? clipped.filter(({ x0, y0, x1, y1 }) => x1 > x0 && y1 > y0) : [rect]
  })
}
