import { faceOf, type Face, type Family, type FieldFont } from './faces.ts'
import { above } from './marks-above-table.ts'
import { below } from './marks-below-table.ts'
import { anchorOffset, unpackPairs, unpackRanges } from './unpack-table.ts'

/** Position of a mark: its face, and its origin relative to that of its letter, in units of 1/2048 em, upwards. */
export type PlacedMark = { face: Face; x: number; y: number }

type Side = {
  /** For letters and marks: index of their anchor among the anchors. */
  letters: ReadonlyMap<number, number>
  marks: ReadonlyMap<number, { family: Family; index: number }>
  anchors: Record<FieldFont, readonly number[]>
}

let sides: readonly Side[] | undefined

function unpack(table: typeof above): Side {
  const letters = unpackRanges(table.letters)
  const inter = unpackRanges(table.inter).map((mark) => ({ mark, family: 'inter' as const }))
  const dejavu = unpackRanges(table.dejavu).map((mark) => ({ mark, family: 'dejavu' as const }))
  const coordinates = (text: string) => unpackPairs(text).map((coordinate) => coordinate - anchorOffset)
  return {
    letters: new Map(letters.map((letter, index) => [letter, index])),
    marks: new Map(
      [...inter, ...dejavu].map(({ mark, family }, index) => [mark, { family, index: letters.length + index }]),
    ),
    anchors: { inter: coordinates(table.regular), inter_bold: coordinates(table.bold) },
  }
}

/**
 * Position of a mark on or below a letter without a precomposed character: the g̃ of Guaraní, the a̱ of Mixtec. The
 * anchors of both glyphs (OpenType 1.9, MarkBasePos) meet. Undefined: the letter cannot carry the mark.
 */
export function markOn(letter: number, mark: number, font: FieldFont): PlacedMark | undefined {
  // most characters are no marks: only Combining Diacritical Marks are looked up
  if (mark < 0x300 || mark > 0x36f) return undefined
  sides ??= [unpack(above), unpack(below)]
  for (const side of sides) {
    const onto = side.letters.get(letter)
    const from = side.marks.get(mark)
    if (onto === undefined || from === undefined) continue
    const at = (index: number, axis: 0 | 1) => side.anchors[font][index * 2 + axis] ?? 0
    return {
      face: faceOf(from.family, font),
      x: at(onto, 0) - at(from.index, 0),
      y: at(onto, 1) - at(from.index, 1),
    }
  }
  return undefined
}
