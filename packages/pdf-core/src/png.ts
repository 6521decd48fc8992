import { inflateSync } from 'node:zlib'
import { ImageError } from './image-error.ts'
import { unfilterRows } from './png-rows.ts'

/**
 * Header and chunks of a PNG (ISO/IEC 15948). `clear` are the bytes of tRNS where applicable: opacities of the palette,
 * or the one transparent grey or colour, two bytes per sample.
 */
export type Png = {
  width: number
  height: number
  /** Bits per sample. */
  depth: number
  /** Samples per pixel. */
  channels: number
  hasAlpha: boolean
  isInterlaced: boolean
  /** Red, green and blue of each palette colour; null without a palette. */
  palette: Uint8Array | null
  clear: Uint8Array | null
  data: Uint8Array
}

function unsupported(reason: string): never {
  throw new ImageError(reason)
}

/** Samples per pixel, depths, and the minimum bytes of tRNS by colour type (§11.2.1, §11.3.1). */
const colourTypes: Record<number, { channels: number; depths: readonly number[]; clear?: number }> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16], clear: 2 },
  2: { channels: 3, depths: [8, 16], clear: 6 },
  3: { channels: 1, depths: [1, 2, 4, 8], clear: 1 },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
}

/** @throws ImageError for a non-standard PNG */
export function readPng(bytes: Uint8Array): Png {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 45 || view.getUint32(0) !== 0x89504e47 || view.getUint32(12) !== 0x49484452)
    unsupported('neither PNG nor JPEG')
  const [depth, colour, interlace] = [bytes[24]!, bytes[25]!, bytes[28]!]
  const { channels, depths, clear: leastClear } = colourTypes[colour] ?? unsupported('PNG colour type')
  if (!depths.includes(depth)) unsupported('PNG depth')
  if (interlace > 1) unsupported('PNG interlacing')
  let palette: Uint8Array | null = null
  let clear: Uint8Array | null = null
  const data: Uint8Array[] = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at)
    const kind = view.getUint32(at + 4)
    if (at + 12 + length > bytes.length) unsupported('PNG is cut')
    const chunk = bytes.subarray(at + 8, at + 8 + length)
    if (kind === 0x504c5445) palette = chunk
    else if (kind === 0x74524e53) clear = chunk
    else if (kind === 0x49444154) data.push(chunk)
    else if (kind === 0x49454e44) break
    at += 12 + length
  }
  if (colour === 3 && !(palette && palette.length % 3 === 0 && palette.length > 0 && palette.length <= 768))
    unsupported('PNG palette')
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    depth,
    channels,
    hasAlpha: colour >= 4,
    isInterlaced: interlace === 1,
    palette: colour === 3 ? palette : null,
    clear: clear && leastClear !== undefined && clear.length >= leastClear ? clear : null,
    data: Buffer.concat(data),
  }
}

/** The transparent grey or colour as samples of the image's depth; null without one. */
export function clearSamples({ clear, depth, channels, palette }: Png): number[] | null {
  if (clear === null || palette !== null) return null
  const most = 2 ** depth - 1
  return Array.from({ length: channels }, (_, c) => ((clear[c * 2]! << 8) | clear[c * 2 + 1]!) & most)
}

/** The seven passes of Adam7 (§8.2), or the one of a plain image: first column and row, and the steps between. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const plain = [[0, 0, 1, 1]] as const

type Pass = { x: number; y: number; dx: number; dy: number; columns: number; rows: number; rowLength: number }

function passesOf({ width, height, depth, channels, isInterlaced }: Png): Pass[] {
  return (isInterlaced ? adam7 : plain).flatMap(([x, y, dx, dy]) => {
    const columns = Math.ceil((width - x) / dx)
    const rows = Math.ceil((height - y) / dy)
    const rowLength = Math.ceil((columns * channels * depth) / 8)
    return columns > 0 && rows > 0 ? [{ x, y, dx, dy, columns, rows, rowLength }] : []
  })
}

/** The rows of all passes, still filtered. */
function inflateRows({ data }: Png, passes: readonly Pass[]): Uint8Array {
  const length = passes.reduce((sum, { rows, rowLength }) => sum + rows * (rowLength + 1), 0)
  let rows: Uint8Array
  try {
    rows = inflateSync(data, { maxOutputLength: length + 1024 })
  } catch {
    return unsupported('PNG data cannot be read')
  }
  return rows.length < length ? unsupported('PNG is cut') : rows
}

/** @throws ImageError for damaged or truncated data */
export function requireWhole(png: Png): void {
  inflateRows(png, passesOf(png))
}

/**
 * Every sample as one byte, `channels` per pixel: greys and colours scaled to 0…255, palette indices unchanged, 16 bits
 * halved.
 *
 * @throws ImageError for damaged or truncated data
 */
export function samplesOf(png: Png): Uint8Array {
  const { width, height, depth, channels, palette } = png
  const passes = passesOf(png)
  const filtered = inflateRows(png, passes)
  const scale = palette ? 1 : 255 / (2 ** Math.min(8, depth) - 1)
  const out = new Uint8Array(width * height * channels)
  let from = 0
  for (const { x, y, dx, dy, columns, rows, rowLength } of passes) {
    const end = from + rows * (rowLength + 1)
    const bytes =
      unfilterRows(filtered.subarray(from, end), rowLength, Math.max(1, (channels * depth) >> 3)) ??
      unsupported('PNG row filter')
    from = end
    for (let row = 0; row < rows; row++) {
      let to = ((y + row * dy) * width + x) * channels
      for (let column = 0; column < columns; column++, to += dx * channels) {
        for (let c = 0; c < channels; c++)
          out[to + c] = sampleAt(bytes, row * rowLength, column * channels + c, depth) * scale
      }
    }
  }
  return out
}

function sampleAt(bytes: Uint8Array, row: number, index: number, depth: number): number {
  if (depth === 8) return bytes[row + index]!
  if (depth === 16) return bytes[row + index * 2]!
  const bit = index * depth
  return (bytes[row + (bit >> 3)]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
}
