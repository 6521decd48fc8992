import { viewOf, type Typeface } from './typeface.ts'

/** Flags of a composite glyph's component (OpenType `glyf`): argument words, scale, more to come, x and y scale, 2 × 2. */
const component = { words: 0x1, scale: 0x8, more: 0x20, xyScale: 0x40, twoByTwo: 0x80 } as const

/**
 * A TrueType file with the given glyphs in that order, `.notdef` first, and after them what they are composed of: the
 * tables that ISO 32000-2 §9.9 table 124 asks of a CIDFontType2 program, and those that its hinting needs.
 */
export function subsetFont(typeface: Typeface, wanted: readonly number[]): { program: Uint8Array; glyphs: number[] } {
  const glyphs = [...wanted]
  const numberOf = new Map(glyphs.map((glyph, index) => [glyph, index]))
  const outlines: Uint8Array[] = []
  // The list grows while components are found.
  for (let i = 0; i < glyphs.length; i++) {
    const outline = typeface.outlineOf(glyphs[i] ?? 0)
    const isComposite = outline.length > 0 && viewOf(outline).getInt16(0) < 0
    outlines.push(isComposite ? withComponents(outline, glyphs, numberOf) : outline)
  }
  return { program: writeSfnt(tablesFor(typeface, glyphs, outlines)), glyphs }
}

function withComponents(outline: Uint8Array, glyphs: number[], numberOf: Map<number, number>): Uint8Array {
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

function tablesFor(typeface: Typeface, glyphs: readonly number[], outlines: readonly Uint8Array[]) {
  const source = (tag: string): Uint8Array => typeface.tables.get(tag) ?? new Uint8Array(0)
  const patched = (tag: string, offset: number, value: number): Uint8Array => {
    const copy = Uint8Array.from(source(tag))
    viewOf(copy).setUint16(offset, value)
    return copy
  }
  const { glyf, loca } = joined(outlines)
  const hinting = ['cvt ', 'fpgm', 'prep'].filter((tag) => typeface.tables.has(tag))
  const tables: [tag: string, data: Uint8Array][] = [
    ...hinting.map((tag): [string, Uint8Array] => [tag, source(tag)]),
    ['glyf', glyf],
    ['head', patched('head', 50, 1)],
    ['hhea', patched('hhea', 34, glyphs.length)],
    ['hmtx', metricsOf(source('hmtx'), viewOf(source('hhea')).getUint16(34), glyphs)],
    ['loca', loca],
    ['maxp', patched('maxp', 4, glyphs.length)],
  ]
  return tables.toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function joined(outlines: readonly Uint8Array[]): { glyf: Uint8Array; loca: Uint8Array } {
  const padded = outlines.map((outline) => (outline.length + 3) & ~3)
  const glyf = new Uint8Array(padded.reduce((sum, length) => sum + length, 0))
  const loca = new Uint8Array((outlines.length + 1) * 4)
  let at = 0
  outlines.forEach((outline, i) => {
    glyf.set(outline, at)
    at += padded[i] ?? 0
    viewOf(loca).setUint32((i + 1) * 4, at)
  })
  return { glyf, loca }
}

/** Advance width and left bearing of each glyph; those after the last width of the font share it. */
function metricsOf(hmtx: Uint8Array, metricCount: number, glyphs: readonly number[]): Uint8Array {
  const from = viewOf(hmtx)
  const out = new Uint8Array(glyphs.length * 4)
  const to = viewOf(out)
  glyphs.forEach((glyph, i) => {
    to.setUint16(i * 4, from.getUint16(Math.min(glyph, metricCount - 1) * 4))
    const bearing = glyph < metricCount ? glyph * 4 + 2 : metricCount * 4 + (glyph - metricCount) * 2
    to.setInt16(i * 4 + 2, from.getInt16(bearing))
  })
  return out
}

function writeSfnt(tables: readonly [tag: string, data: Uint8Array][]): Uint8Array {
  const headerLength = 12 + tables.length * 16
  const out = new Uint8Array(tables.reduce((sum, [, data]) => sum + ((data.length + 3) & ~3), headerLength))
  const view = viewOf(out)
  const power = Math.floor(Math.log2(tables.length))
  view.setUint32(0, 0x00010000)
  view.setUint16(4, tables.length)
  view.setUint16(6, 2 ** power * 16)
  view.setUint16(8, power)
  view.setUint16(10, (tables.length - 2 ** power) * 16)
  let at = headerLength
  tables.forEach(([tag, data], i) => {
    out.set(data, at)
    const length = (data.length + 3) & ~3
    let checksum = 0
    for (let word = at; word < at + length; word += 4) checksum = (checksum + view.getUint32(word)) >>> 0
    const record = 12 + i * 16
    out.set(Buffer.from(tag, 'latin1'), record)
    view.setUint32(record + 4, checksum)
    view.setUint32(record + 8, at)
    view.setUint32(record + 12, data.length)
    at += length
  })
  return out
}
