import { interFont, type Weight } from '@foja/pades/appearance/font'

/** A text that the font can print; only `printable` creates it. */
export type Printable = string & { readonly printable: unique symbol }

const spaces = /[\p{Zs}\t\n\r\u2028\u2029]+/gu
/** Control characters, and invisible ones that change text direction or join and hide letters. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u

/** Limit for hostile files with very long names. */
const mostCharacters = 1200

const show = (character: string) => `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`

/**
 * Prepares a text for print: NFC, on one line. Characters that the font lacks or that are invisible are replaced by
 * their code points, so that different names never look alike.
 */
export function printable(text: string): Printable {
  const font = interFont('regular')
  const bold = interFont('bold')
  const whole = Array.from(text.normalize('NFC').replace(spaces, ' '))
  const clean = whole.slice(0, mostCharacters).map((character) => {
    const point = character.codePointAt(0)!
    const known = font.glyphOf(point) !== 0 && bold.glyphOf(point) !== 0
    return known && !hidden.test(character) ? character : show(character)
  })
  return `${clean.join('').trim()}${whole.length > mostCharacters ? '…' : ''}` as Printable
}

const widths: Record<Weight, Map<string, number>> = { regular: new Map(), bold: new Map() }

function widthOf(character: string, weight: Weight): number {
  const known = widths[weight].get(character)
  if (known !== undefined) return known
  const font = interFont(weight)
  const width = font.widthOf(font.glyphOf(character.codePointAt(0)!)) / 1000
  widths[weight].set(character, width)
  return width
}

/** Width of a printable text in points. */
export function measure(text: string, weight: Weight, size: number): number {
  let width = 0
  for (const character of text) width += widthOf(character, weight)
  return width * size
}

/** The first characters of a word that fit the width, at least one. */
function cut(word: string, weight: Weight, size: number, width: number): string {
  let used = 0
  let fits = ''
  for (const character of word) {
    used += widthOf(character, weight) * size
    if (used > width && fits !== '') break
    fits += character
  }
  return fits
}

/** Wraps a text into lines of at most `width` points, between words, or within a word that is too long for a line. */
export function wrap(text: Printable, weight: Weight, size: number, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (let word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer, weight, size) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    while (measure(word, weight, size) > width) {
      const part = cut(word, weight, size, width)
      lines.push(part)
      word = word.slice(part.length)
    }
    line = word
  }
  return [...lines, line]
}

/** Truncates a text to one line of `width` points, with an ellipsis. */
export function clip(text: Printable, weight: Weight, size: number, width: number): Printable {
  if (measure(text, weight, size) <= width) return text
  return `${cut(text, weight, size, width - measure('…', weight, size)).trimEnd()}…` as Printable
}
