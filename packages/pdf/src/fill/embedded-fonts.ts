import { readFileSync } from 'node:fs'
import type { Face } from '@foja/forms/faces'
import { hexCode, makeFontProgram, writeFontProgram, type ShownGlyph } from '@foja/pdf-core/font-program'
import { openFont, type TrueTypeFont } from '@foja/pdf-core/truetype'
import { fontFiles } from '../font-files.ts'
import type { Revision } from './revision.ts'

/** The faces used in a file; only the used glyphs are embedded, at the end. */
export type Fonts = {
  /** The operand of TJ for a text (ISO 32000-2 §9.4.3). The face must contain all its characters. */
  show: (face: Face, text: string) => string
  /** Name and object of a face, for resources. */
  entry: (face: Face) => string
  /** Adds the fonts that were used. */
  finish: () => void
}

type Used = { font: TrueTypeFont; object: number; shown: ShownGlyph[]; codes: Map<number, number> }

const opened = new Map<Face, TrueTypeFont>()

/** A face for embedding, read once per thread. */
function openFace(face: Face): TrueTypeFont {
  const known = opened.get(face) ?? openFont(readFileSync(fontFiles[face]))
  opened.set(face, known)
  return known
}

export function startFonts(revision: Revision): Fonts {
  const used = new Map<Face, Used>()
  const use = (face: Face): Used => {
    const known = used.get(face) ?? { font: openFace(face), object: revision.reserve(), shown: [], codes: new Map() }
    used.set(face, known)
    return known
  }
  const writer = { add: revision.add, addStream: revision.addEncoded }
  return {
    show: (face, text) => show(use(face), text),
    entry: (face) => `/${face} ${use(face).object} 0 R`,
    finish: () => {
      for (const { font, object, shown } of used.values())
        revision.put(object, writeFontProgram(writer, makeFontProgram(font, shown)))
    },
  }
}

/**
 * Codes of glyphs, two bytes each. Some readers round PDF widths to whole thousandths, so that long lines would end up
 * to a point off their layout: whenever the error reaches a thousandth, the next glyph is moved back by it.
 */
function show({ font, shown, codes }: Used, text: string): string {
  let hex = ''
  let error = 0
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    let code = codes.get(codePoint)
    if (code === undefined) {
      code = shown.push({ glyph: font.glyphOf(codePoint), codePoint })
      codes.set(codePoint, code)
    }
    if (Math.abs(error) >= 1) {
      const whole = Math.trunc(error)
      hex += `>${whole}<`
      error -= whole
    }
    hex += hexCode(code)
    const width = font.widthOf(shown[code - 1]?.glyph ?? 0)
    error += Math.round(width) - width
  }
  return `[<${hex}>]`
}
