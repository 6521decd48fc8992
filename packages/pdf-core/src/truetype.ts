/** A TrueType font for measuring and embedding. Measures are in 1/1000 of the font size, as in PDF. */
export type TrueTypeFont = {
  postScriptName: string
  ascent: number
  descent: number
  capHeight: number
  bbox: readonly number[]
  isBold: boolean
  tables: ReadonlyMap<string, Uint8Array>
  /** Glyph of a Unicode code point; 0 when missing. */
  glyphOf(codePoint: number): number
  /** Advance width of a glyph, not rounded. */
  widthOf(glyph: number): number
  /** The raw outline of a glyph; empty for a space. */
  outlineOf(glyph: number): Uint8Array
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Opens an sfnt with `glyf` outlines (OpenType 1.9). The files are from our own packages and so trusted. */
export function openFont(bytes: Uint8Array): TrueTypeFont {
  const tables = tablesOf(bytes)
  const table = (tag: string): DataView => viewOf(tables.get(tag)!)
  const [head, hhea, os2, hmtx, loca] = [table('head'), table('hhea'), table('OS/2'), table('hmtx'), table('loca')]
  const glyf = tables.get('glyf')!
  const unitsPerEm = head.getUint16(18)
  const perMille = (units: number): number => (units * 1000) / unitsPerEm
  const metricCount = hhea.getUint16(34)
  const isLong = head.getInt16(50) === 1
  const offsetOf = (glyph: number): number => (isLong ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2)
  return {
    postScriptName: postScriptName(table('name')),
    ascent: Math.round(perMille(hhea.getInt16(4))),
    descent: Math.round(perMille(hhea.getInt16(6))),
    capHeight: Math.round(perMille(os2.getUint16(0) >= 2 ? os2.getInt16(88) : hhea.getInt16(4))),
    bbox: [36, 38, 40, 42].map((at) => Math.round(perMille(head.getInt16(at)))),
    isBold: os2.getUint16(4) > 500,
    tables,
    glyphOf: readCmap(table('cmap')),
    widthOf: (glyph) => perMille(hmtx.getUint16(Math.min(glyph, metricCount - 1) * 4)),
    outlineOf: (glyph) => glyf.subarray(offsetOf(glyph), offsetOf(glyph + 1)),
  }
}

function tablesOf(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = viewOf(bytes)
  const tables = new Map<string, Uint8Array>()
  for (let i = 0; i < view.getUint16(4); i++) {
    const record = 12 + i * 16
    const tag = String.fromCharCode(...bytes.subarray(record, record + 4))
    const offset = view.getUint32(record + 8)
    tables.set(tag, bytes.subarray(offset, offset + view.getUint32(record + 12)))
  }
  return tables
}

/** Name 6, which must be ASCII (OpenType `name`). */
function postScriptName(name: DataView): string {
  const strings = name.getUint16(4)
  for (let i = 0; i < name.getUint16(2); i++) {
    const record = 6 + i * 12
    if (name.getUint16(record + 6) !== 6) continue
    const from = name.byteOffset + strings + name.getUint16(record + 10)
    const text = Buffer.from(name.buffer as ArrayBuffer, from, name.getUint16(record + 8)).toString('latin1')
    return text.replace(/[^!-~]|[[\](){}<>/%]/g, '')
  }
  return 'Font'
}

/** The Unicode subtable: format 12 (full repertoire) if present, else format 4. */
function readCmap(cmap: DataView): (codePoint: number) => number {
  const offsets = new Map<number, number>()
  for (let i = 0; i < cmap.getUint16(2); i++) {
    const at = cmap.getUint32(4 + i * 8 + 4)
    const platform = cmap.getUint16(4 + i * 8)
    if (platform === 0 || platform === 3) offsets.set(cmap.getUint16(at), at)
  }
  const full = offsets.get(12)
  const map = full === undefined ? readFormat4(cmap, offsets.get(4)!) : readFormat12(cmap, full)
  return (codePoint) => map.get(codePoint) ?? 0
}

function readFormat12(cmap: DataView, at: number): Map<number, number> {
  const map = new Map<number, number>()
  for (let i = 0; i < cmap.getUint32(at + 12); i++) {
    const group = at + 16 + i * 12
    const first = cmap.getUint32(group)
    for (let c = first; c <= cmap.getUint32(group + 4); c++) map.set(c, cmap.getUint32(group + 8) + c - first)
  }
  return map
}

function readFormat4(cmap: DataView, at: number): Map<number, number> {
  const map = new Map<number, number>()
  const doubled = cmap.getUint16(at + 6)
  for (let i = 0; i < doubled; i += 2) {
    const last = cmap.getUint16(at + 14 + i)
    const first = cmap.getUint16(at + 16 + doubled + i)
    const delta = cmap.getUint16(at + 16 + doubled * 2 + i)
    const rangeAt = at + 16 + doubled * 3 + i
    const range = cmap.getUint16(rangeAt)
    for (let c = first; c <= last && c !== 0xffff; c++) {
      const direct = range === 0 ? c : cmap.getUint16(rangeAt + range + (c - first) * 2)
      if (direct !== 0) map.set(c, (direct + delta) & 0xffff)
    }
  }
  return map
}
