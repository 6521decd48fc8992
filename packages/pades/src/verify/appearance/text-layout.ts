import type { Box } from '@foja/pdf-core/geometry'
import { numbersOf, nameOperand, type Operation, showsText, shownPieces } from './content-stream.ts'
import type { FontDecoder } from './font-decoder.ts'
import { IDENTITY, type Matrix, multiply } from './matrix.ts'

/** Typical height of letters above and below the baseline, as parts of an em. */
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
  mode: number
  lineWidth: number
  fill: number
}

/** One drawn letter: `box` in text space, `matrix` from there to the space of the content's caller. */
export type DrawnGlyph = {
  text: string | null
  box: Box
  matrix: Matrix
  font: FontDecoder
  size: number
  mode: number
  /** Brightness of the fill colour, 0 black to 1 white. */
  fill: number
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
  mode: 0,
  lineWidth: 1,
  fill: 0,
})

/** A state parameter set by one number (ISO 32000-2 §8.4.3, §9.3). */
const settings: Record<string, (value: number) => Partial<TextState>> = {
  Tc: (spacing) => ({ spacing }),
  Tw: (words) => ({ words }),
  Tz: (percent) => ({ scale: percent / 100 }),
  TL: (leading) => ({ leading }),
  Ts: (rise) => ({ rise }),
  Tr: (mode) => ({ mode }),
  w: (lineWidth) => ({ lineWidth }),
}

/** Brightness of a fill colour by its components: grey, RGB or CMYK; null for other operators. */
function brightness({ operator, operands }: Operation): number | null {
  if (operator === 'cs') return 0
  if (!['g', 'rg', 'k', 'sc', 'scn'].includes(operator)) return null
  const parts = operands.filter((value): value is number => typeof value === 'number')
  const [a = 0, b = 0, c = 0, d = 0] = parts
  if (parts.length === 1) return a
  if (parts.length === 3) return 0.3 * a + 0.59 * b + 0.11 * c
  return parts.length === 4 ? (1 - d) * (1 - 0.3 * a - 0.59 * b - 0.11 * c) : 0
}

/** Tracks the graphics and text state of a content stream and places its letters (§8.4, §9). */
export class TextLayout {
  state: TextState
  private readonly stack: TextState[] = []
  private line: Matrix = IDENTITY
  private text: Matrix = IDENTITY
  private readonly fontOf: (name: string | null) => FontDecoder | null

  constructor(matrix: Matrix, fontOf: (name: string | null) => FontDecoder | null) {
    this.state = start(matrix)
    this.fontOf = fontOf
  }

  /** Processes the next operation; returns the letters that it draws. */
  take(operation: Operation): DrawnGlyph[] {
    const { operator, operands } = operation
    const [value] = numbersOf(operands, 1) ?? []
    const setting = settings[operator]
    const fill = brightness(operation)
    if (operator === 'q') this.stack.push(this.state)
    else if (operator === 'Q') this.state = this.stack.pop() ?? this.state
    else if (operator === 'cm') this.transform(operands)
    else if (operator === 'Tf') this.set({ font: this.fontOf(nameOperand(operands, 0)), size: value ?? 0 })
    else if (setting && value !== undefined) this.set(setting(value))
    else if (fill !== null) this.set({ fill })
    else {
      if (operator === 'TD') this.set({ leading: -(value ?? 0) })
      if (operator === '"') {
        const [words = 0, spacing = 0] = operands
        if (typeof words === 'number' && typeof spacing === 'number') this.set({ words, spacing })
      }
      this.move(operation)
      if (showsText(operator)) return this.show(operation)
    }
    return []
  }

  private set(change: Partial<TextState>): void {
    this.state = { ...this.state, ...change }
  }

  private transform(operands: Operation['operands']): void {
    const own = numbersOf(operands, 6)
    if (own) this.set({ matrix: multiply(own as unknown as Matrix, this.state.matrix) })
  }

  /** Text positioning (§9.4.2). */
  private move({ operator, operands }: Operation): void {
    const [x = 0, y = 0] = numbersOf(operands, 2) ?? []
    const matrix = numbersOf(operands, 6)
    if (operator === 'BT') this.line = IDENTITY
    else if (operator === 'Td' || operator === 'TD') this.line = multiply([1, 0, 0, 1, x, y], this.line)
    else if (operator === 'Tm' && matrix) this.line = matrix as unknown as Matrix
    else if (operator === 'T*' || operator === "'" || operator === '"')
      this.line = multiply([1, 0, 0, 1, 0, -this.state.leading], this.line)
    else return
    this.text = this.line
  }

  private show(operation: Operation): DrawnGlyph[] {
    const { size, scale, spacing, words, rise, mode, font, fill } = this.state
    const glyphs: DrawnGlyph[] = []
    for (const piece of shownPieces(operation)) {
      if (typeof piece === 'number') {
        this.advance((-piece / 1000) * size * scale)
        continue
      }
      for (const { text, width } of font?.glyphsOf(piece.bytes) ?? []) {
        const wide = (width / 1000) * size * scale
        const box = { x0: 0, y0: DESCENT * size + rise, x1: wide, y1: ASCENT * size + rise }
        if (font) glyphs.push({ text, box, matrix: multiply(this.text, this.state.matrix), font, size, mode, fill })
        this.advance(wide + (spacing + (text === ' ' ? words : 0)) * scale)
      }
    }
    return glyphs
  }

  private advance(by: number): void {
    this.text = multiply([1, 0, 0, 1, by, 0], this.text)
  }
}
