import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { ascii } from '../pdf/writer.ts'
import { glyphsOf, interFont } from './font.ts'
import type { Font } from './font.ts'
import { subsetFont } from './subset.ts'
import type { Subset } from './subset.ts'

/** The two weights of the stamp. */
export type Weight = 'regular' | 'bold'

/** Where the font's objects go: an update of a file, or a new one. */
export type ObjectWriter = { add(body: string): number; addStream(entries: string, data: Uint8Array): number }

/** Everything of a subset that does not depend on object numbers; made once for a set of glyphs. */
type Program = {
  subset: Subset
  compressed: Uint8Array
  toUnicode: Uint8Array
  widths: string
  name: string
  length: number
}

/**
 * Characters that are always in the subset. With them nearly every stamp needs the same glyphs, so the subset is
 * made and compressed once a process instead of once a signature.
 */
const common: Record<Weight, string> = {
  regular: ' abcdefghijklmnopqrstuvwxyzáéíóúñ0123456789.,:;-−+/()·ABCDEFGHIJKLMNOPQRSTUVWXYZÁÉÍÓÚÑ',
  bold: ' ABCDEFGHIJKLMNOPQRSTUVWXYZÁÉÍÓÚÑ',
}

/** Fonts already in a revision, so that the looks of one signature on pages of several sizes share them. */
const written = new WeakMap<ObjectWriter, Map<Program, number>>()

const maxPrograms = 64
const programs = new Map<string, Program>()

/** Encodes text for one font and remembers which glyphs were used, until `write` embeds the subset. */
export class EmbeddedFont {
  readonly font: Font
  readonly weight: Weight
  private readonly program: Program

  constructor(weight: Weight, texts: string[]) {
    this.weight = weight
    this.font = interFont(weight)
    this.program = programFor(weight, this.font, texts)
  }

  /** The operand of Tj: glyph numbers of the subset, two bytes each. */
  encode(text: string): string {
    const { numberOf } = this.program.subset
    return `<${glyphsOf(this.font, text)
      .map(({ glyph }) => numberOf.get(glyph)!.toString(16).padStart(4, '0'))
      .join('')}>`
  }

  /** Adds the font's objects (ISO 32000-2 §9.7: Type0 over CIDFontType2, Identity-H); returns the Type0 number. */
  write(writer: ObjectWriter): number {
    const known = written.get(writer) ?? new Map<Program, number>()
    written.set(writer, known)
    const number = known.get(this.program) ?? this.add(writer)
    known.set(this.program, number)
    return number
  }

  private add(writer: ObjectWriter): number {
    const { font } = this
    const { compressed, toUnicode, widths, name, length } = this.program
    const file = writer.addStream(`/Filter /FlateDecode /Length1 ${length}`, compressed)
    const descriptor = writer.add(
      `<< /Type /FontDescriptor /FontName /${name} /Flags 32 /FontBBox [${font.bbox.join(' ')}] /ItalicAngle 0 ` +
        `/Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.capHeight} /StemV ${font.weight > 500 ? 140 : 80} ` +
        `/FontFile2 ${file} 0 R >>`,
    )
    const descendant = writer.add(
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) ` +
        `/Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /DW 1000 /W [0 [${widths}]] >>`,
    )
    const unicode = writer.addStream('', toUnicode)
    return writer.add(
      `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] ` +
        `/ToUnicode ${unicode} 0 R >>`,
    )
  }
}

/** Code point of every glyph that is always there, by weight. */
const always = new Map<Weight, ReadonlyMap<number, number>>()

function alwaysIn(weight: Weight, font: Font): ReadonlyMap<number, number> {
  let known = always.get(weight)
  if (!known) always.set(weight, (known = new Map(glyphsOf(font, common[weight]).map((g) => [g.glyph, g.codePoint]))))
  return known
}

function programFor(weight: Weight, font: Font, texts: string[]): Program {
  const base = alwaysIn(weight, font)
  const extra = new Map<number, number>()
  for (const text of texts) {
    for (const { glyph, codePoint } of glyphsOf(font, text)) if (!base.has(glyph)) extra.set(glyph, codePoint)
  }
  const key = `${weight} ${[...extra.keys()].toSorted((a, b) => a - b).join(' ')}`
  let program = programs.get(key)
  if (!program) {
    const codePoints = new Map([...base, ...extra])
    program = makeProgram(font, subsetFont(font, codePoints.keys()), codePoints)
    if (programs.size >= maxPrograms) programs.delete(programs.keys().next().value!)
    programs.set(key, program)
  }
  return program
}

function makeProgram(font: Font, subset: Subset, codePoints: Map<number, number>): Program {
  const digest = createHash('sha256').update(subset.program).digest()
  const tag = String.fromCharCode(...digest.subarray(0, 6).map((byte) => 65 + (byte % 26)))
  return {
    subset,
    compressed: deflateSync(subset.program, { level: 9 }),
    toUnicode: ascii(unicodeMap(subset, codePoints)),
    widths: subset.glyphs.map((glyph) => Math.round(font.widthOf(glyph))).join(' '),
    name: `${tag}+${font.postScriptName}`,
    length: subset.program.length,
  }
}

/** The CMap by which readers copy and search the text (§9.10.3); at most 100 entries a block. */
function unicodeMap(subset: Subset, codePoints: Map<number, number>): string {
  const rows = subset.glyphs.flatMap((glyph, number) => {
    const codePoint = codePoints.get(glyph)
    if (codePoint === undefined) return []
    const units = Buffer.from(String.fromCodePoint(codePoint), 'utf16le').swap16().toString('hex')
    return [`<${number.toString(16).padStart(4, '0')}> <${units}>`]
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
