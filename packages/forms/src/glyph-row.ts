import type { Face, FieldFont } from './faces.ts'
import { markOn, type PlacedMark } from './marks.ts'
import { glyphOf } from './metrics.ts'

/**
 * One drawn character: its face, and its width in units of 1/2048 em. With a combining mark, `character` holds both.
 */
export type Glyph = { character: string; width: number; face: Face; mark?: PlacedMark }

/** A piece of a glyph row, from `start` to before `end`, and its width in units. */
export type Piece = { start: number; end: number; width: number }

/** The glyphs of a written text; line breaks and unsupported characters have no width. */
export function glyphRow(text: string, font: FieldFont): Glyph[] {
  const row: Glyph[] = []
  for (const character of text) {
    const letter = row.at(-1)
    const codePoint = character.codePointAt(0) ?? 0
    const mark = letter && markOn(letter.character.codePointAt(0) ?? 0, codePoint, font)
    if (letter && mark && letter.mark === undefined) {
      row[row.length - 1] = { ...letter, character: letter.character + character, mark }
      continue
    }
    const glyph = glyphOf(codePoint, font)
    row.push({ character, width: glyph?.width ?? 0, face: glyph?.face ?? font })
  }
  return row
}

/** A piece without its trailing spaces. */
export function trimmed(row: readonly Glyph[], start: number, end: number): Piece {
  let last = end
  while (last > start && row[last - 1]?.character === ' ') last--
  let width = 0
  for (let index = start; index < last; index++) width += row[index]?.width ?? 0
  return { start, end: last, width }
}
