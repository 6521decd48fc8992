import { readFileSync } from 'node:fs'
import { create } from '@cantoo/fontkit'
import { describe, expect, it } from 'vitest'
import { subsetFont } from './subset-font.ts'
import { openFont } from './truetype.ts'

type Reader = { numGlyphs: number; getGlyph(id: number): { path: { toSVG(): string }; advanceWidth: number } }

const readerOf = (bytes: Uint8Array): Reader => create(Buffer.from(bytes)) as unknown as Reader

describe('font subset', () => {
  it.each([
    ['Inter-Regular', import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'), ['prep']],
    ['DejaVuSans-Bold', import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'), ['cvt ', 'fpgm', 'prep']],
  ])('of %s has the outlines and widths found by another reader', (name, file, hinting) => {
    const bytes = readFileSync(new URL(file))
    const font = openFont(bytes)
    expect(font.postScriptName).toBe(name)
    const wanted = Array.from('Ñandú ÁÉÍ ç ŵ “x” Ωж', (character) => font.glyphOf(character.codePointAt(0)!))
    expect(wanted).not.toContain(0)
    const { program, glyphs } = subsetFont(font, [...new Set(wanted)])
    const header = Buffer.from(program).toString('latin1', 0, 12 + 16 * 10)
    for (const tag of hinting) expect(header).toContain(tag)
    const [subset, whole] = [readerOf(program), readerOf(bytes)]
    expect(subset.numGlyphs).toBe(glyphs.length)
    for (const [index, glyph] of glyphs.entries()) {
      expect(subset.getGlyph(index).advanceWidth).toBe(whole.getGlyph(glyph).advanceWidth)
      expect(subset.getGlyph(index).path.toSVG()).toBe(whole.getGlyph(glyph).path.toSVG())
    }
  })
})
