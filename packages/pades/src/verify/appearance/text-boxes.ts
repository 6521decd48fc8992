import { PadesError } from '../../errors.ts'
import type { PdfFile } from '../../pdf/file.ts'
import { nameOf, PdfArray, type PdfDict, PdfStream, type PdfValue } from '../../pdf/objects.ts'
import type { Box, PdfPage } from '../../pdf/pages.ts'
import type { Budget } from '../budget.ts'
import { nameOperand, numbersOf, type Operation, operationsOf, showsText, shownPieces } from './content-stream.ts'
import { readable } from './field-text.ts'
import { fontDecoder, type FontDecoder } from './font-decoder.ts'
import { IDENTITY, type Matrix, matrixOf, multiply, transformBox } from './matrix.ts'

const MAX_DEPTH = 6
const MAX_LETTERS = 100_000

/** The part of an em that most letters fill, above and below the line. */
const ASCENT = 0.7
const DESCENT = -0.05

type TextState = {
  matrix: Matrix
  font: FontDecoder | null
  size: number
  spacing: number
  words: number
  scale: number
  leading: number
  rise: number
  invisible: boolean
}

const start = (matrix: Matrix): TextState => ({
  matrix,
  font: null,
  size: 0,
  spacing: 0,
  words: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  invisible: false,
})

/** A state parameter that one number sets (ISO 32000-2 §9.3). */
const settings: Record<string, (state: TextState, value: number) => Partial<TextState>> = {
  Tc: (_, spacing) => ({ spacing }),
  Tw: (_, words) => ({ words }),
  Tz: (_, percent) => ({ scale: percent / 100 }),
  TL: (_, leading) => ({ leading }),
  Ts: (_, rise) => ({ rise }),
  Tr: (_, mode) => ({ invisible: mode === 3 || mode === 7 }),
}

class TextReader {
  readonly boxes: Box[] = []
  private readonly file: PdfFile
  private readonly budget: Budget
  private readonly fonts = new Map<PdfDict | null, FontDecoder>()
  private line: Matrix = IDENTITY
  private text: Matrix = IDENTITY

  constructor(file: PdfFile, budget: Budget) {
    this.file = file
    this.budget = budget
  }

  read(data: Uint8Array, resources: PdfDict | null, matrix: Matrix, depth: number): void {
    const stack: TextState[] = []
    let state = start(matrix)
    for (const operation of operationsOf(data, this.budget)) {
      const { operator, operands } = operation
      const [value] = numbersOf(operands, 1) ?? []
      const setting = settings[operator]
      if (operator === 'q') stack.push(state)
      else if (operator === 'Q') state = stack.pop() ?? state
      else if (operator === 'cm') {
        const own = numbersOf(operands, 6)
        if (own) state = { ...state, matrix: multiply(own as unknown as Matrix, state.matrix) }
      } else if (operator === 'Tf')
        state = { ...state, font: this.font(resources, nameOperand(operands, 0)), size: value ?? 0 }
      else if (setting && value !== undefined) state = { ...state, ...setting(state, value) }
      else if (operator === 'Do') this.external(resources, nameOperand(operands, 0), state.matrix, depth)
      else {
        if (operator === 'TD') state = { ...state, leading: -(value ?? 0) }
        this.move(operation, state)
        if (showsText(operator)) this.show(operation, state)
      }
    }
  }

  private font(resources: PdfDict | null, name: string | null): FontDecoder {
    const listed = this.file.dict(resources?.get('Font') ?? null)
    const dict = this.file.dict((name !== null && listed?.get(name)) || null)
    const known = this.fonts.get(dict)
    if (known) return known
    const decoder =
      readable(() => fontDecoder(this.file, dict, this.budget)) ?? fontDecoder(this.file, null, this.budget)
    this.fonts.set(dict, decoder)
    return decoder
  }

  /** Text positioning (§9.4.2). */
  private move({ operator, operands }: Operation, { leading }: TextState): void {
    const [x = 0, y = 0] = numbersOf(operands, 2) ?? []
    const matrix = numbersOf(operands, 6)
    if (operator === 'BT') this.line = IDENTITY
    else if (operator === 'Td' || operator === 'TD') this.line = multiply([1, 0, 0, 1, x, y], this.line)
    else if (operator === 'Tm' && matrix) this.line = matrix as unknown as Matrix
    else if (operator === 'T*' || operator === "'" || operator === '"')
      this.line = multiply([1, 0, 0, 1, 0, -leading], this.line)
    else return
    this.text = this.line
  }

  private show(operation: Operation, state: TextState): void {
    const { size, scale, spacing, words, rise, invisible, font } = state
    for (const piece of shownPieces(operation)) {
      if (typeof piece === 'number') {
        this.advance((-piece / 1000) * size * scale)
        continue
      }
      for (const { text, width } of font?.glyphsOf(piece.bytes) ?? []) {
        this.budget.spend(1)
        const wide = (width / 1000) * size * scale
        const isLetter = text === null || /[\p{L}\p{N}]/u.test(text)
        const letter = { x0: 0, y0: DESCENT * size + rise, x1: wide, y1: ASCENT * size + rise }
        if (isLetter && !invisible && this.boxes.length < MAX_LETTERS)
          this.boxes.push(transformBox(multiply(this.text, state.matrix), letter))
        this.advance(wide + (spacing + (text === ' ' ? words : 0)) * scale)
      }
    }
  }

  private advance(by: number): void {
    this.text = multiply([1, 0, 0, 1, by, 0], this.text)
  }

  private external(resources: PdfDict | null, name: string | null, matrix: Matrix, depth: number): void {
    const { file } = this
    const listed = file.dict(resources?.get('XObject') ?? null)
    const found = file.resolve((name !== null && listed?.get(name)) || null)
    if (!(found instanceof PdfStream) || depth >= MAX_DEPTH) return
    if (nameOf(file.resolve(found.dict.get('Subtype'))) !== 'Form') return
    const own = file.dict(found.dict.get('Resources')) ?? resources
    const [line, text] = [this.line, this.text]
    this.read(file.streamData(found), own, multiply(matrixOf(file, found.dict.get('Matrix')), matrix), depth + 1)
    Object.assign(this, { line, text })
  }
}

function contentOf(file: PdfFile, value: PdfValue): Uint8Array {
  const found = file.resolve(value)
  const streams = found instanceof PdfArray ? found.items.map((item) => file.resolve(item)) : [found]
  const parts = streams.flatMap((stream) =>
    stream instanceof PdfStream ? [file.streamData(stream), Buffer.from('\n')] : [],
  )
  return Buffer.concat(parts)
}

function resourcesOf(file: PdfFile, page: PdfPage): PdfDict | null {
  for (const dict of [page.dict, ...page.ancestors]) {
    const found = file.dict(dict.get('Resources'))
    if (found) return found
  }
  return null
}

const known = new WeakMap<PdfDict, readonly Box[]>()

/**
 * The boxes, in user space, of the letters and digits that a page's content shows. As far as the content can be read:
 * what comes after an error is left out. A page is read once.
 */
export function textBoxes(file: PdfFile, page: PdfPage, budget: Budget): readonly Box[] {
  const found = known.get(page.dict)
  if (found) return found
  const reader = new TextReader(file, budget)
  known.set(page.dict, reader.boxes)
  try {
    reader.read(contentOf(file, page.dict.get('Contents')), resourcesOf(file, page), IDENTITY, 0)
  } catch (error) {
    if (!(error instanceof PadesError)) throw error
  }
  return reader.boxes
}
