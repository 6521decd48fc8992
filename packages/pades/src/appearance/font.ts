import { readFileSync } from 'node:fs'
import { PadesError } from '../errors.ts'

/** A TrueType font opened for measuring and subsetting. Widths are in 1/1000 of the font size, as PDF wants them. */
export type Font = {
  postScriptName: string
  unitsPerEm: number
  ascent: number
  descent: number
  capHeight: number
  bbox: [number, number, number, number]
  weight: number
  tables: Map<string, Uint8Array>
  glyphCount: number
  longOffsets: boolean
  /** Glyph of a Unicode code point; 0 when the font has none. */
  glyphOf(codePoint: number): number
  widthOf(glyph: number): number
}

type Glyph = { glyph: number; codePoint: number }

const loaded = new Map<string, Font>()

/** The stamp's typeface, Inter (SIL OFL 1.1), read once a process. */
export function interFont(weight: 'regular' | 'bold'): Font {
  let font = loaded.get(weight)
  if (!font) {
    const path = new URL(`../../assets/inter-${weight}.ttf`, import.meta.url)
    font = openFont(readFileSync(path), weight === 'bold' ? 'Inter-Bold' : 'Inter-Regular')
    loaded.set(weight, font)
  }
  return font
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Opens an sfnt with `glyf` outlines (OpenType 1.9). The file is part of this package, so it is trusted. */
function openFont(bytes: Uint8Array, postScriptName: string): Font {
  const view = viewOf(bytes)
  const tables = new Map<string, Uint8Array>()
  for (let i = 0; i < view.getUint16(4); i++) {
    const record = 12 + i * 16
    const tag = String.fromCharCode(...bytes.subarray(record, record + 4))
    const offset = view.getUint32(record + 8)
    tables.set(tag, bytes.subarray(offset, offset + view.getUint32(record + 12)))
  }
  const table = (tag: string): DataView => viewOf(tables.get(tag)!)
  const head = table('head')
  const hhea = table('hhea')
  const os2 = table('OS/2')
  const unitsPerEm = head.getUint16(18)
  const perMille = (units: number): number => Math.round((units * 1000) / unitsPerEm)
  const metricCount = hhea.getUint16(34)
  const hmtx = table('hmtx')
  return {
    postScriptName,
    unitsPerEm,
    ascent: perMille(hhea.getInt16(4)),
    descent: perMille(hhea.getInt16(6)),
    capHeight: perMille(os2.getInt16(88)),
    bbox: [36, 38, 40, 42].map((at) => perMille(head.getInt16(at))) as Font['bbox'],
    weight: os2.getUint16(4),
    tables,
    glyphCount: table('maxp').getUint16(4),
    longOffsets: head.getInt16(50) === 1,
    glyphOf: readCmap(table('cmap')),
    widthOf: (glyph) => (hmtx.getUint16(Math.min(glyph, metricCount - 1) * 4) * 1000) / unitsPerEm,
  }
}

/** The Unicode subtable: format 12 (full repertoire) when there is one, else format 4. */
function readCmap(cmap: DataView): (codePoint: number) => number {
  const offsets = new Map<number, number>()
  for (let i = 0; i < cmap.getUint16(2); i++) {
    const at = cmap.getUint32(4 + i * 8 + 4)
    const platform = cmap.getUint16(4 + i * 8)
    if (platform === 0 || platform === 3) offsets.set(cmap.getUint16(at), at)
  }
  const map = new Map<number, number>()
  const full = offsets.get(12)
  if (full !== undefined) {
    for (let i = 0; i < cmap.getUint32(full + 12); i++) {
      const group = full + 16 + i * 12
      const first = cmap.getUint32(group)
      for (let c = first; c <= cmap.getUint32(group + 4); c++) map.set(c, cmap.getUint32(group + 8) + c - first)
    }
  } else readFormat4(cmap, offsets.get(4)!, map)
  return (codePoint) => map.get(codePoint) ?? 0
}

function readFormat4(cmap: DataView, at: number, map: Map<number, number>): void {
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
}

/**
 * Glyphs of a text, composed (NFC) first. Throws `text_not_encodable` naming every character that the font lacks,
 * rather than printing an empty box on a legal document.
 */
export function glyphsOf(font: Font, text: string): Glyph[] {
  const composed = text.normalize('NFC')
  const glyphs: Glyph[] = []
  for (let i = 0; i < composed.length; i++) {
    const codePoint = composed.codePointAt(i)!
    if (codePoint > 0xffff) i++
    const glyph = font.glyphOf(codePoint)
    if (glyph === 0) return refuse(font, composed)
    glyphs.push({ glyph, codePoint })
  }
  return glyphs
}

function refuse(font: Font, text: string): never {
  const missing = Array.from(text).filter((character) => font.glyphOf(character.codePointAt(0)!) === 0)
  throw new PadesError('text_not_encodable', { characters: [...new Set(missing)].join('') })
}

/** Width of a text at size 1. */
export function measure(font: Font, text: string): number {
  let width = 0
  for (const { glyph } of glyphsOf(font, text)) width += font.widthOf(glyph)
  return width / 1000
}
