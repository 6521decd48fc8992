import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { subsetFont } from './subset-font.ts'
import { ascii } from './syntax.ts'
import type { TrueTypeFont } from './truetype.ts'

/** Receives objects: an update of a file, or a new one. `entries` are dictionary entries of a stream except /Length. */
export type ObjectWriter = { add(body: string): number; addStream(entries: string, data: Uint8Array): number }

/** A shown glyph, and the code point that readers copy for it. */
export type ShownGlyph = { glyph: number; codePoint: number }

/** The parts of a subset that do not depend on object numbers. */
export type FontProgram = {
  name: string
  /** Entries of the font descriptor. */
  descriptor: string
  widths: string
  program: { entries: string; data: Uint8Array }
  toUnicode: Uint8Array
}

/** Subsets a font. Text then uses the two-byte code i + 1 for glyph i of `shown`; 0 is `.notdef`. */
export function makeFontProgram(font: TrueTypeFont, shown: readonly ShownGlyph[], level?: number): FontProgram {
  const { program, glyphs } = subsetFont(
    font,
    shown.map(({ glyph }) => glyph),
  )
  const digest = createHash('sha256').update(program).digest()
  const tag = String.fromCharCode(...digest.subarray(0, 6).map((byte) => 65 + (byte % 26)))
  return {
    name: `${tag}+${font.postScriptName}`,
    descriptor:
      `/Flags 32 /FontBBox [${font.bbox.join(' ')}] /ItalicAngle 0 /Ascent ${font.ascent} /Descent ${font.descent} ` +
      `/CapHeight ${font.capHeight} /StemV ${font.isBold ? 140 : 80}`,
    widths: glyphs.map((glyph) => Math.round(font.widthOf(glyph))).join(' '),
    program: {
      entries: `/Filter /FlateDecode /Length1 ${program.length}`,
      data: deflateSync(program, { level }),
    },
    toUnicode: deflateSync(unicodeMap(shown), { level }),
  }
}

/** Adds the objects below a Type0 font with Identity-H (ISO 32000-2 §9.7); returns the body of the font itself. */
export function writeFontProgram(writer: ObjectWriter, font: FontProgram): string {
  const file = writer.addStream(font.program.entries, font.program.data)
  const descriptor = writer.add(
    `<< /Type /FontDescriptor /FontName /${font.name} ${font.descriptor} /FontFile2 ${file} 0 R >>`,
  )
  const descendant = writer.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${font.name} /CIDSystemInfo << /Registry (Adobe) ` +
      `/Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /DW 1000 ` +
      `/W [0 [${font.widths}]] >>`,
  )
  const unicode = writer.addStream('/Filter /FlateDecode', font.toUnicode)
  return (
    `<< /Type /Font /Subtype /Type0 /BaseFont /${font.name} /Encoding /Identity-H ` +
    `/DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`
  )
}

/** A code of the subset as hexadecimal digits, for the operand of Tj. */
export const hexCode = (code: number): string => code.toString(16).padStart(4, '0')

/** The CMap for copying and searching the text (§9.10.3); at most 100 entries per block. */
function unicodeMap(shown: readonly ShownGlyph[]): Uint8Array {
  const rows = shown.map(({ codePoint }, index) => {
    const units = Buffer.from(String.fromCodePoint(codePoint), 'utf16le').swap16().toString('hex')
    return `<${hexCode(index + 1)}> <${units}>`
  })
  const blocks: string[] = []
  for (let i = 0; i < rows.length; i += 100) {
    const block = rows.slice(i, i + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return ascii(
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n' +
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n/CMapName /Adobe-Identity-UCS def\n' +
      '/CMapType 2 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n' +
      `${blocks.join('\n')}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`,
  )
}
