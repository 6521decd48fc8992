import { readFileSync } from 'node:fs'
import { create } from '@cantoo/fontkit'
import { charactersOf } from '@foja/forms/coverage'
import type { Face, FieldFont } from '@foja/forms/faces'
import { markOn } from '@foja/forms/marks'
import { ascent, descent, unitsPerEm, widthsOf } from '@foja/forms/metrics'
import { describe, expect, it } from 'vitest'
import { fontFiles } from './font-files.ts'

function open(face: Face) {
  const font = create(readFileSync(fontFiles[face]))
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${face} is no font`)
  return font
}

const byFace = Object.keys(fontFiles).map((face) => ({ face: face as Face, font: open(face as Face) }))

describe('the font tables of @foja/forms', () => {
  it.each(byFace)('match the file of $face', ({ face, font }) => {
    expect(font.unitsPerEm).toBe(unitsPerEm)
    const table = widthsOf(face)
    const inFile = [...table.keys()].map((codePoint) => {
      return [codePoint, font.hasGlyphForCodePoint(codePoint) && font.glyphForCodePoint(codePoint)?.advanceWidth]
    })
    expect(inFile).toEqual([...table])
  })

  it.each(byFace.slice(0, 2))('match the line metrics of $face', ({ font }) => {
    expect([font.ascent, -font.descent, font.lineGap]).toEqual([ascent * unitsPerEm, descent * unitsPerEm, 0])
  })

  it('use DejaVu only for characters that Inter lacks', () => {
    const inter = new Set(charactersOf('inter'))
    expect(charactersOf('dejavu').filter((codePoint) => inter.has(codePoint))).toEqual([])
  })

  it.each(['inter', 'inter_bold'] as const)(
    'set marks upon the letters of %s where its shaping does',
    (face: FieldFont) => {
      const font = open(face)
      // no precomposed character, so that shaping must place the mark
      for (const text of ['g\u{303}', 'G\u{303}', 'ã\u{301}', 'ʉ\u{301}', 'Q\u{30C}', 'g\u{323}', 'Ñ\u{326}']) {
        const [letter, mark] = Array.from(text)
        const [of, upon] = font.layout(text).positions ?? []
        const placed = markOn(letter?.codePointAt(0) ?? 0, mark?.codePointAt(0) ?? 0, face)
        expect(placed, text).toEqual({
          face,
          x: (of?.xAdvance ?? 0) + (upon?.xOffset ?? 0),
          y: upon?.yOffset,
        })
      }
    },
  )

  it('place a mark that Inter lacks where the letter has room', () => {
    const [macron, font] = [0x331, open('dejavu')]
    const place = markOn(0x61, macron, 'inter')
    const box = font.glyphForCodePoint(macron)?.bbox
    const letter = open('inter').glyphForCodePoint(0x61)?.bbox
    expect(place?.face).toBe('dejavu')
    // below the letter, centred
    expect((box?.maxY ?? 0) + (place?.y ?? 0)).toBeLessThan(letter?.minY ?? 0)
    const middle = ((box?.minX ?? 0) + (box?.maxX ?? 0)) / 2 + (place?.x ?? 0)
    expect(Math.abs(middle - ((letter?.minX ?? 0) + (letter?.maxX ?? 0)) / 2)).toBeLessThan(120)
  })
})
