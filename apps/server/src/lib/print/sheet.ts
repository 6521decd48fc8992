import type { Weight } from '@foja/pades/appearance/font'
import { clip, measure, wrap, type Printable } from './printable.ts'

/** A text style; `gray` from 0 (black) to 1. */
export type Style = { weight: Weight; size: number; gray?: number }

/** An image in pixels of three bytes (red, green, blue), row by row from the top. */
export type Picture = { width: number; height: number; rgb: Uint8Array }

/** An element of a page: text at a baseline, raw operators, or an image. Points from the lower left corner. */
export type Mark =
  | { kind: 'text'; x: number; y: number; style: Style; text: string }
  | { kind: 'operators'; operators: string }
  | { kind: 'picture'; picture: Picture; x: number; y: number; width: number; height: number }

export type Page = Mark[]

/** ISO 216 A4, in points. */
export const paper = { width: 595.28, height: 841.89 }
/** Leaves room for a hole punch and for printers that do not reach the edge. */
export const margins = { left: 62, right: 56, top: 56, bottom: 66 }

/** Maximum printed size of a logo. */
export const logoBox = { width: 150, height: 42 }

export const textWidth = paper.width - margins.left - margins.right
const bottom = margins.bottom
const leading = 1.36

export type Column = { indent?: number; width?: number }

/** Lays out text from top to bottom and starts a new page when the current one is full. */
export class Sheet {
  readonly pages: Page[] = [[]]
  #y = paper.height - margins.top

  /** The current vertical position, in points from the bottom. */
  get y(): number {
    return this.#y
  }

  #mark(mark: Mark): void {
    this.pages.at(-1)!.push(mark)
  }

  newPage(): void {
    this.pages.push([])
    this.#y = paper.height - margins.top
  }

  /** Starts a new page unless `height` points are left on this one. */
  keep(height: number): void {
    if (this.#y - height < bottom) this.newPage()
  }

  space(height: number): void {
    this.#y -= height
  }

  /** Moves back up, to write beside earlier elements. */
  moveTo(y: number): void {
    this.#y = y
  }

  /** Writes a text, wrapped into lines. */
  text(text: Printable, style: Style, { indent = 0, width = textWidth - indent }: Column = {}): void {
    for (const line of wrap(text, style.weight, style.size, width)) {
      this.keep(style.size * leading)
      this.#y -= style.size * leading
      this.#put(line, style, margins.left + indent, this.#y)
    }
  }

  #put(line: string, style: Style, x: number, baseline: number): void {
    this.#mark({ kind: 'text', x, y: baseline + style.size * (leading - 1), style, text: line })
  }

  /** One line with a left and a right part; the left part is clipped. */
  ends(left: Printable, right: Printable, style: Style, rightStyle: Style = style): void {
    const rightWidth = measure(right, rightStyle.weight, rightStyle.size)
    this.keep(style.size * leading)
    this.#y -= style.size * leading
    this.#put(clip(left, style.weight, style.size, textWidth - rightWidth - 12), style, margins.left, this.#y)
    this.#put(right, rightStyle, paper.width - margins.right - rightWidth, this.#y)
  }

  /** A label with its value beside it; a long value wraps within its column. */
  fact(
    label: Printable,
    value: Printable,
    styles: { label: Style; value: Style },
    column: Column & { gap: number },
  ): void {
    const { indent = 0, width = textWidth - indent, gap } = column
    const lines = wrap(value, styles.value.weight, styles.value.size, width - gap)
    const words = wrap(label, styles.label.weight, styles.label.size, gap - 8)
    const height = styles.value.size * leading
    for (const [at, line] of lines.entries()) {
      this.keep(at === 0 ? Math.min(lines.length, 3) * height : height)
      this.#y -= height
      const word = words[at]
      // Aligns the label with the baseline of the larger value.
      const drop = (styles.value.size - styles.label.size) * (leading - 1)
      if (word !== undefined) this.#put(word, styles.label, margins.left + indent, this.#y + drop)
      this.#put(line, styles.value, margins.left + indent + gap, this.#y)
    }
  }

  /** A horizontal line across the text, or from `indent` on. */
  rule({ indent = 0, thickness = 0.5, gray = 0.6 }: { indent?: number; thickness?: number; gray?: number } = {}): void {
    const [from, to] = [margins.left + indent, paper.width - margins.right]
    const y = this.#y.toFixed(2)
    this.#mark({
      kind: 'operators',
      operators: `q ${gray} G ${thickness} w ${from} ${y} m ${to.toFixed(2)} ${y} l S Q`,
    })
  }

  picture(picture: Picture, place: { x: number; y: number; width: number; height: number }): void {
    this.#mark({ kind: 'picture', picture, ...place })
  }

  draw(operators: string): void {
    this.#mark({ kind: 'operators', operators })
  }

  /** A line of small print in the footer, under a rule. */
  foot(page: Page, left: Printable, right: Printable, style: Style): void {
    const y = bottom - 28
    const rightWidth = measure(right, style.weight, style.size)
    const [from, to] = [margins.left, paper.width - margins.right]
    const words = clip(left, style.weight, style.size, textWidth - rightWidth - 16)
    page.push(
      { kind: 'operators', operators: `q 0.6 G 0.5 w ${from} ${y + 14} m ${to.toFixed(2)} ${y + 14} l S Q` },
      { kind: 'text', x: from, y, style, text: words },
      { kind: 'text', x: to - rightWidth, y, style, text: right },
    )
  }
}
