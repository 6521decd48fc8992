import { createHash } from 'node:crypto'
import type { Face } from '@foja/forms/faces'
import type { Revision } from './revision.ts'
import { subsetFont } from './subset-font.ts'
import { typefaceOf, type Typeface } from './typeface.ts'

/** The faces that a file is filled with: what was written is embedded at the end, and nothing else. */
export type Fonts = {
  /** The operand of TJ for a text (ISO 32000-2 §9.4.3). Everything in it must be in the face. */
  show: (face: Face, text: string) => string
  /** Name and object of a face, for the resources of what shows text in it. */
  entry: (face: Face) => string
  /** Adds the fonts that were used. */
  finish: () => void
}

type Used = { typeface: Typeface; object: number; glyphs: number[]; numbers: Map<number, number>; points: number[] }

export function startFonts(revision: Revision): Fonts {
  const used = new Map<Face, Used>()
  const use = (face: Face): Used => {
    const known = used.get(face)
    if (known) return known
    const fresh = {
      typeface: typefaceOf(face),
      object: revision.reserve(),
      glyphs: [0],
      numbers: new Map(),
      points: [0],
    }
    used.set(face, fresh)
    return fresh
  }
  return {
    show: (face, text) => show(use(face), text),
    entry: (face) => `/${face} ${use(face).object} 0 R`,
    finish: () => {
      for (const font of used.values()) embed(revision, font)
    },
  }
}

/**
 * Glyph numbers, two bytes each. Widths in a PDF are whole thousandths for some readers, so that long lines would end up
 * to a point from where they were laid out: where the error comes to a thousandth, the next glyph is moved back by it.
 */
function show({ typeface, glyphs, numbers, points }: Used, text: string): string {
  let hex = ''
  let error = 0
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    let number = numbers.get(codePoint)
    if (number === undefined) {
      number = glyphs.push(typeface.glyphOf(codePoint)) - 1
      numbers.set(codePoint, number)
      points.push(codePoint)
    }
    if (Math.abs(error) >= 1) {
      const whole = Math.trunc(error)
      hex += `>${whole}<`
      error -= whole
    }
    hex += number.toString(16).padStart(4, '0')
    const width = typeface.widthOf(glyphs[number] ?? 0)
    error += Math.round(width) - width
  }
  return `[<${hex}>]`
}

/** §9.7: Type0 over CIDFontType2, Identity-H. */
function embed(revision: Revision, { typeface, object, glyphs, points }: Used): void {
  const subset = subsetFont(typeface, glyphs)
  const digest = createHash('sha256').update(subset.program).digest()
  const tag = String.fromCharCode(...digest.subarray(0, 6).map((byte) => 65 + (byte % 26)))
  const name = `${tag}+${typeface.postScriptName}`
  const program = revision.addStream(`/Length1 ${subset.program.length}`, subset.program)
  const descriptor = revision.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags 32/FontBBox[${typeface.bbox.join(' ')}]/ItalicAngle 0` +
      `/Ascent ${typeface.ascent}/Descent ${typeface.descent}/CapHeight ${typeface.capHeight}` +
      `/StemV ${typeface.isBold ? 140 : 80}/FontFile2 ${program} 0 R>>`,
  )
  const widths = subset.glyphs.map((glyph) => Math.round(typeface.widthOf(glyph))).join(' ')
  const descendant = revision.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${descriptor} 0 R/CIDToGIDMap/Identity/DW 1000/W[0[${widths}]]>>`,
  )
  const unicode = revision.addStream('', unicodeMap(points))
  revision.put(
    object,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]` +
      `/ToUnicode ${unicode} 0 R>>`,
  )
}

/** The CMap by which readers copy and search the text (§9.10.3); at most 100 entries a block. */
function unicodeMap(points: readonly number[]): string {
  const rows = points.slice(1).map((codePoint, index) => {
    const units = Buffer.from(String.fromCodePoint(codePoint), 'utf16le').swap16().toString('hex')
    return `<${(index + 1).toString(16).padStart(4, '0')}> <${units}>`
  })
  const blocks: string[] = []
  for (let i = 0; i < rows.length; i += 100) {
    const block = rows.slice(i, i + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return (
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n' +
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n/CMapName /Adobe-Identity-UCS def\n' +
    '/CMapType 2 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n' +
    `${blocks.join('\n')}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`
  )
}
