import { readFileSync } from 'node:fs'
import { create } from '@cantoo/fontkit'

export type Font = ReturnType<typeof loadFont>

/** A TrueType file, opened. */
export function loadFont(path: string) {
  const font = create(readFileSync(path))
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${path} is no font`)
  return font
}
