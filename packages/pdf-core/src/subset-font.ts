import { ascii } from './syntax.ts'
import { viewOf, type TrueTypeFont } from './truetype.ts'

/** A font file with a subset of the glyphs: `glyphs[new] = old`. */
export type FontSubset = { program: Uint8Array; glyphs: number[] }

/** Flags of a composite glyph's component (OpenType glyf): argument words, scale, more, x and y scale, 2×2. */
const component = { words: 0x1, scale: 0x8, more: 0x20, xyScale: 0x40, twoByTwo: 0x80 } as const

/**
 * A TrueType file with `.notdef`, the given glyphs in order, and then their components: the tables that ISO 32000-2
 * §9.9 table 124 requires of a CIDFontType2 program, and those for hinting.
 */
export function subsetFont(font: TrueTypeFont, wanted: readonly number[]): FontSubset {
  const glyphs = [0, ...wanted]
  const numberOf = new Map(glyphs.map((glyph, i) => [glyph, i]))
  const outlines: Uint8Array[] = []
  // The list grows while components are found.
  for (let i = 0; i < glyphs.length; i++) {
    const outline = font.outlineOf(glyphs[i]!)
    const composite = outline.length > 0 && viewOf(outline).getInt16(0) < 0
    outlines.push(composite ? renumberComponents(outline, glyphs, numberOf) : outline)
  }
  return { program: assemble(font, glyphs, outlines), glyphs }
}

function renumberComponents(outline: Uint8Array, glyphs: number[], numberOf: Map<number, number>): Uint8Array {
  const copy = Uint8Array.from(outline)
  const view = viewOf(copy)
  let at = 10
  for (;;) {
    const flags = view.getUint16(at)
    const old = view.getUint16(at + 2)
    let number = numberOf.get(old)
    if (number === undefined) {
      number = glyphs.length
      numberOf.set(old, number)
      glyphs.push(old)
    }
    view.setUint16(at + 2, number)
    at += 4 + (flags & component.words ? 4 : 2)
    at += flags & component.scale ? 2 : flags & component.xyScale ? 4 : flags & component.twoByTwo ? 8 : 0
    if (!(flags & component.more)) return copy
  }
}

function assemble(font: TrueTypeFont, glyphs: number[], outlines: Uint8Array[]): Uint8Array {
  const padded = outlines.map((outline) => (outline.length + 3) & ~3)
  const glyf = new Uint8Array(padded.reduce((sum, length) => sum + length, 0))
  const loca = new Uint8Array((glyphs.length + 1) * 4)
  const hmtx = new Uint8Array(glyphs.length * 4)
  const metricCount = viewOf(font.tables.get('hhea')!).getUint16(34)
  const metrics = viewOf(font.tables.get('hmtx')!)
  let at = 0
  glyphs.forEach((glyph, i) => {
    glyf.set(outlines[i]!, at)
    at += padded[i]!
    viewOf(loca).setUint32((i + 1) * 4, at)
    viewOf(hmtx).setUint16(i * 4, metrics.getUint16(Math.min(glyph, metricCount - 1) * 4))
    const bearing = glyph < metricCount ? glyph * 4 + 2 : metricCount * 4 + (glyph - metricCount) * 2
    viewOf(hmtx).setInt16(i * 4 + 2, metrics.getInt16(bearing))
  })
  const patched = (tag: string, offset: number, value: number): Uint8Array => {
    const copy = Uint8Array.from(font.tables.get(tag)!)
    viewOf(copy).setUint16(offset, value)
    return copy
  }
  const hinting = ['cvt ', 'fpgm', 'prep'].filter((tag) => font.tables.has(tag))
  return writeSfnt([
    ...hinting.map((tag): [string, Uint8Array] => [tag, font.tables.get(tag)!]),
    ['glyf', glyf],
    ['head', patched('head', 50, 1)],
    ['hhea', patched('hhea', 34, glyphs.length)],
    ['hmtx', hmtx],
    ['loca', loca],
    ['maxp', patched('maxp', 4, glyphs.length)],
  ])
}

function writeSfnt(unsorted: readonly [tag: string, data: Uint8Array][]): Uint8Array {
  const tables = unsorted.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const headerLength = 12 + tables.length * 16
  const total = tables.reduce((sum, [, data]) => sum + ((data.length + 3) & ~3), headerLength)
  const out = new Uint8Array(total)
  const view = viewOf(out)
  const power = 2 ** Math.floor(Math.log2(tables.length))
  view.setUint32(0, 0x00010000)
  view.setUint16(4, tables.length)
  view.setUint16(6, power * 16)
  view.setUint16(8, Math.log2(power))
  view.setUint16(10, (tables.length - power) * 16)
  let at = headerLength
  tables.forEach(([tag, data], i) => {
    out.set(data, at)
    const length = (data.length + 3) & ~3
    let checksum = 0
    for (let word = at; word < at + length; word += 4) checksum = (checksum + view.getUint32(word)) >>> 0
    const record = 12 + i * 16
    out.set(ascii(tag), record)
    view.setUint32(record + 4, checksum)
    view.setUint32(record + 8, at)
    view.setUint32(record + 12, data.length)
    at += length
  })
  return out
}
