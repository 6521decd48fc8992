import { inflateSync } from 'node:zlib'
import { PdfError } from '../errors.ts'

/** A PNG's header and chunks (ISO/IEC 15948). `clear` are the bytes of tRNS, whatever they mean for its kind of colour. */
export type Png = {
  width: number
  height: number
  /** Of a sample. */
  depth: number
  /** Samples of a pixel. */
  channels: number
  hasAlpha: boolean
  isInterlaced: boolean
  /** Red, green and blue of each colour; null where pixels say them themselves. */
  palette: Uint8Array | null
  clear: Uint8Array | null
  data: Uint8Array
}

const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

const wrong = (reason: string): never => {
  throw new PdfError('image_unsupported', `The PNG cannot be read: ${reason}`)
}

/** Reads the chunks. Throws PdfError image_unsupported. */
export function readPng(bytes: Uint8Array): Png {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 45 || view.getUint32(0) !== 0x89504e47 || view.getUint32(12) !== 0x49484452) wrong('no header')
  const [depth = 0, colour = 0, , , interlace = 0] = bytes.subarray(24, 29)
  const channels = channelsOf[colour] ?? wrong('kind of colour')
  const depths = colour === 0 ? [1, 2, 4, 8, 16] : colour === 3 ? [1, 2, 4, 8] : [8, 16]
  if (!depths.includes(depth) || interlace > 1) wrong('depth or interlacing')
  const found = { palette: null as Uint8Array | null, clear: null as Uint8Array | null, data: [] as Uint8Array[] }
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at)
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (at + 12 + length > bytes.length) wrong('it breaks off')
    const chunk = bytes.subarray(at + 8, at + 8 + length)
    if (kind === 'PLTE') found.palette = chunk
    else if (kind === 'tRNS') found.clear = chunk
    else if (kind === 'IDAT') found.data.push(chunk)
    else if (kind === 'IEND') break
    at += 12 + length
  }
  const palette = colour === 3 ? found.palette : null
  const colours = (palette?.length ?? 0) / 3
  if (colour === 3 && !(Number.isInteger(colours) && colours >= 1 && colours <= 256)) wrong('palette')
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    depth,
    channels,
    hasAlpha: colour >= 4,
    isInterlaced: interlace === 1,
    palette,
    clear: colour >= 4 ? null : found.clear,
    data: Buffer.concat(found.data),
  }
}

/** The seven passes of Adam7 (§8.2), or the one of a plain image: first column and row, and the steps between. */
const adam7 = ['0 0 8 8', '4 0 8 8', '0 4 4 8', '2 0 4 4', '0 2 2 4', '1 0 2 2', '0 1 1 2']

type Pass = { x: number; y: number; dx: number; dy: number; columns: number; rows: number; rowLength: number }

function passesOf({ width, height, depth, channels, isInterlaced }: Png): Pass[] {
  return (isInterlaced ? adam7 : ['0 0 1 1']).flatMap((pass) => {
    const [x = 0, y = 0, dx = 1, dy = 1] = pass.split(' ').map(Number)
    const columns = Math.ceil((width - x) / dx)
    const rows = Math.ceil((height - y) / dy)
    if (columns <= 0 || rows <= 0) return []
    return [{ x, y, dx, dy, columns, rows, rowLength: Math.ceil((columns * channels * depth) / 8) }]
  })
}

/** The rows as they were filtered, all of them. Throws PdfError image_unsupported where some are missing. */
function inflatedRows(png: Png, passes: readonly Pass[]): Uint8Array {
  const length = passes.reduce((sum, { rows, rowLength }) => sum + rows * (rowLength + 1), 0)
  try {
    const rows = inflateSync(png.data, { maxOutputLength: length + 1024 })
    if (rows.byteLength >= length) return rows
  } catch {
    // told below
  }
  return wrong('its data')
}

/** Throws PdfError image_unsupported where the data is damaged or breaks off. */
export function requireWhole(png: Png): void {
  inflatedRows(png, passesOf(png))
}

/**
 * Every sample, `channels` a pixel, as it is in eight bits: greys and colours scaled to 0…255, numbers of a palette as
 * they are, sixteen bits halved.
 */
export function samplesOf(png: Png): Uint8Array {
  const { width, height, depth, channels, palette } = png
  const passes = passesOf(png)
  const rows = inflatedRows(png, passes)
  const scale = palette ? 1 : 255 / (2 ** Math.min(8, depth) - 1)
  const step = Math.max(1, (channels * depth) >> 3)
  const out = new Uint8Array(width * height * channels)
  let from = 0
  for (const { x, y, dx, dy, columns, rows: count, rowLength } of passes) {
    let above = new Uint8Array(rowLength)
    for (let row = 0; row < count; row++, from += rowLength + 1) {
      const bytes = unfiltered(rows[from] ?? 0, rows.subarray(from + 1, from + 1 + rowLength), above, step)
      let to = ((y + row * dy) * width + x) * channels
      for (let column = 0; column < columns; column++, to += dx * channels) {
        for (let c = 0; c < channels; c++) out[to + c] = sampleAt(bytes, column * channels + c, depth) * scale
      }
      above = bytes
    }
  }
  return out
}

function sampleAt(row: Uint8Array, index: number, depth: number): number {
  if (depth === 8) return row[index] ?? 0
  if (depth === 16) return row[index * 2] ?? 0
  const bit = index * depth
  return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
}

/** Undoes the filter of a row (§9); `step`: bytes to the pixel on the left. */
function unfiltered(kind: number, row: Uint8Array, above: Uint8Array, step: number): Uint8Array<ArrayBuffer> {
  if (kind > 4) wrong('row filter')
  const out = new Uint8Array(row)
  for (let i = 0; i < out.length; i++) {
    const left = i >= step ? (out[i - step] ?? 0) : 0
    const up = above[i] ?? 0
    const corner = i >= step ? (above[i - step] ?? 0) : 0
    out[i] = (row[i] ?? 0) + predicted(kind, left, up, corner)
  }
  return out
}

function predicted(kind: number, left: number, up: number, corner: number): number {
  if (kind === 0) return 0
  if (kind === 1) return left
  if (kind === 2) return up
  if (kind === 3) return (left + up) >> 1
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
}

/** The one grey or colour of tRNS that is clear, as samples of the image's own depth; null where there is none. */
export function clearSamples({ clear, depth, channels, palette }: Png): number[] | null {
  if (clear === null || palette !== null || clear.length < channels * 2) return null
  return Array.from(
    { length: channels },
    (_, c) => (((clear[c * 2] ?? 0) << 8) | (clear[c * 2 + 1] ?? 0)) & (2 ** depth - 1),
  )
}
