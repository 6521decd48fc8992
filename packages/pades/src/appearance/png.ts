import { inflateSync } from 'node:zlib'
import { PadesError } from '../errors.ts'
import { unfilterPng } from '../pdf/filters.ts'

/** A PNG's header and chunks (ISO/IEC 15948); `keys` are the bytes of tRNS, whatever they mean for its colour type. */
export type Png = {
  width: number
  height: number
  bits: number
  colour: number
  channels: number
  isInterlaced: boolean
  palette: Uint8Array | null
  keys: Uint8Array | null
  idat: Uint8Array
}

function unsupported(reason: string): never {
  throw new PadesError('image_unsupported', { reason })
}

/** Reads the chunks; throws `image_unsupported` for what is no PNG of the standard. */
export function readPng(bytes: Uint8Array): Png {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 45 || view.getUint32(0) !== 0x89504e47 || view.getUint32(12) !== 0x49484452)
    unsupported('neither PNG nor JPEG')
  const [bits, colour, interlace] = [bytes[24]!, bytes[25]!, bytes[28]!]
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour] ?? unsupported('PNG colour type')
  const isDeep = [1, 2, 4, 8, 16].includes(bits)
  if (!isDeep || (colour !== 0 && colour !== 3 && bits < 8) || (colour === 3 && bits > 8)) unsupported('PNG depth')
  if (interlace > 1) unsupported('PNG interlacing')
  let palette: Uint8Array | null = null
  let keys: Uint8Array | null = null
  const data: Uint8Array[] = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at)
    const kind = view.getUint32(at + 4)
    if (at + 12 + length > bytes.length) unsupported('PNG is cut')
    const chunk = bytes.subarray(at + 8, at + 8 + length)
    if (kind === 0x504c5445)
      palette = length % 3 === 0 && length > 0 && length <= 768 ? chunk : unsupported('PNG palette')
    else if (kind === 0x74524e53) keys = chunk
    else if (kind === 0x49444154) data.push(chunk)
    else if (kind === 0x49454e44) break
    at += 12 + length
  }
  if (colour === 3 && !palette) unsupported('PNG without a palette')
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    bits,
    colour,
    channels,
    isInterlaced: interlace === 1,
    palette: colour === 3 ? palette : null,
    keys: transparencyOf(colour, keys),
    idat: Buffer.concat(data),
  }
}

/** tRNS where it means something: opacities of a palette, or the one grey or colour that is clear (two bytes a sample). */
function transparencyOf(colour: number, keys: Uint8Array | null): Uint8Array | null {
  const least = { 0: 2, 2: 6, 3: 1 }[colour]
  return keys && least !== undefined && keys.length >= least ? keys : null
}

/** The clear grey or colour as samples of the image's own depth. */
export function clearSamples({ keys, bits, channels }: Png): number[] {
  const most = 2 ** bits - 1
  return Array.from({ length: channels }, (_, c) => ((keys![c * 2]! << 8) | keys![c * 2 + 1]!) & most)
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

/** Every sample as one byte, `channels` a pixel: greys scaled to 0…255, palette numbers as they are, 16 bits halved. */
export function samplesOf(png: Png): Uint8Array {
  const { width, height, bits, channels, colour } = png
  const passes = (png.isInterlaced ? adam7 : plain).flatMap(([x, y, dx, dy]) => {
    const columns = Math.ceil((width - x) / dx)
    const rows = Math.ceil((height - y) / dy)
    const rowLength = Math.ceil((columns * channels * bits) / 8)
    return columns > 0 && rows > 0 ? [{ x, y, dx, dy, columns, rows, rowLength }] : []
  })
  const raw = inflate(
    png.idat,
    passes.reduce((sum, { rows, rowLength }) => sum + rows * (rowLength + 1), 0),
  )
  const scale = colour === 3 ? 1 : 255 / (2 ** Math.min(8, bits) - 1)
  const out = new Uint8Array(width * height * channels)
  let from = 0
  for (const { x, y, dx, dy, columns, rows, rowLength } of passes) {
    const end = from + rows * (rowLength + 1)
    const bytes = unfilter(raw.subarray(from, end), rowLength, Math.max(1, (channels * bits) >> 3))
    from = end
    for (let row = 0; row < rows; row++) {
      let to = ((y + row * dy) * width + x) * channels
      for (let column = 0; column < columns; column++, to += dx * channels) {
        for (let c = 0; c < channels; c++)
          out[to + c] = sampleAt(bytes, row * rowLength, column * channels + c, bits) * scale
      }
    }
  }
  return out
}

function sampleAt(bytes: Uint8Array, row: number, index: number, bits: number): number {
  if (bits === 8) return bytes[row + index]!
  if (bits === 16) return bytes[row + index * 2]!
  const bit = index * bits
  return (bytes[row + (bit >> 3)]! >> (8 - bits - (bit & 7))) & ((1 << bits) - 1)
}

function inflate(data: Uint8Array, length: number): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = inflateSync(data, { maxOutputLength: length + 1024 })
  } catch {
    return unsupported('PNG data cannot be read')
  }
  return bytes.length < length ? unsupported('PNG is cut') : bytes
}

function unfilter(data: Uint8Array, rowLength: number, step: number): Uint8Array {
  try {
    return unfilterPng(data, rowLength, step)
  } catch {
    return unsupported('PNG row filter')
  }
}
