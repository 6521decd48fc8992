import { charactersOf, familyOf } from './coverage.ts'
import { faceOf, type Face, type FieldFont } from './faces.ts'
import { unpackPairs } from './unpack-table.ts'
import { widths } from './widths-table.ts'

/** Design units of an em, the same in all faces: widths are integers, so sums are exact. */
export const unitsPerEm = 2048

/**
 * Line metrics, in em: Inter's ascent and descent (table hhea), whose line gap is 0. Fallback characters do not change
 * them.
 */
export const ascent = 1984 / unitsPerEm
export const descent = 494 / unitsPerEm
export const lineHeight = ascent + descent

const unpacked = new Map<Face, ReadonlyMap<number, number>>()

/** The characters of a face and their widths, in units of 1/2048 em. */
export function widthsOf(face: Face): ReadonlyMap<number, number> {
  const known = unpacked.get(face)
  if (known !== undefined) return known
  const units = unpackPairs(widths[face])
  const codePoints = charactersOf(face.startsWith('inter') ? 'inter' : 'dejavu')
  const table = new Map(codePoints.map((codePoint, index) => [codePoint, units[index] ?? 0]))
  unpacked.set(face, table)
  return table
}

/** Face and width of a character, in units of 1/2048 em; undefined: unsupported. */
export function glyphOf(codePoint: number, font: FieldFont): { face: Face; width: number } | undefined {
  const family = familyOf(codePoint)
  if (family === undefined) return undefined
  const face = faceOf(family, font)
  return { face, width: widthsOf(face).get(codePoint) ?? 0 }
}
