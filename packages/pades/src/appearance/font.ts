import { readFileSync } from 'node:fs'
import type { ShownGlyph } from '@foja/pdf-core/font-program'
import { openFont, type TrueTypeFont } from '@foja/pdf-core/truetype'
import { PadesError } from '../errors.ts'

/** The two weights of the stamp. */
export type Weight = 'regular' | 'bold'

const loaded = new Map<Weight, TrueTypeFont>()

/** The stamp's typeface, Inter (SIL OFL 1.1), read once per process. */
export function interFont(weight: Weight): TrueTypeFont {
  let font = loaded.get(weight)
  if (!font) {
    font = openFont(readFileSync(new URL(`../../assets/inter-${weight}.ttf`, import.meta.url)))
    loaded.set(weight, font)
  }
  return font
}

/**
 * Glyphs of a text, composed (NFC) first. Throws `text_not_encodable` with every character that the font lacks, instead
 * of printing an empty box on a legal document.
 */
export function glyphsOf(font: TrueTypeFont, text: string): ShownGlyph[] {
  const composed = text.normalize('NFC')
  const glyphs: ShownGlyph[] = []
  for (let i = 0; i < composed.length; i++) {
    const codePoint = composed.codePointAt(i)!
    if (codePoint > 0xffff) i++
    const glyph = font.glyphOf(codePoint)
    if (glyph === 0) return refuse(font, composed)
    glyphs.push({ glyph, codePoint })
  }
  return glyphs
}

function refuse(font: TrueTypeFont, text: string): never {
  const missing = Array.from(text).filter((character) => font.glyphOf(character.codePointAt(0)!) === 0)
  throw new PadesError('text_not_encodable', { characters: [...new Set(missing)].join('') })
}

/** Width of a text at size 1. */
export function measure(font: TrueTypeFont, text: string): number {
  let width = 0
  for (const { glyph } of glyphsOf(font, text)) width += font.widthOf(glyph)
  return width / 1000
}
