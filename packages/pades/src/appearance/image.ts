import { deflateSync, inflateSync } from 'node:zlib'
import { PadesError } from '../errors.ts'
import { unfilterPng } from '../pdf/filters.ts'
import type { RevisionWriter } from '../pdf/revision-writer.ts'

/** An image ready to be written: `entries` are the keys of its stream, `mask` its opacity when it has any. */
type PdfImage = {
  width: number
  height: number
  entries: string
  data: Uint8Array
  mask?: { entries: string; data: Uint8Array }
}

const maxPixels = 16_000_000
const maxBytes = 8 * 1024 * 1024

/** A batch stamps the same picture many times. */
const decoded = new WeakMap<Uint8Array, PdfImage>()

function unsupported(reason: string): never {
  throw new PadesError('image_unsupported', { reason })
}

/** Reads a PNG (not interlaced) or a JPEG of at most 8 MB and 16 megapixels. Throws `image_unsupported`. */
export function readImage(bytes: Uint8Array): PdfImage {
  const known = decoded.get(bytes)
  if (known) return known
  if (bytes.length > maxBytes) unsupported('larger than 8 MB')
  const image = bytes[0] === 0xff && bytes[1] === 0xd8 ? readJpeg(bytes) : readPng(bytes)
  decoded.set(bytes, image)
  return image
}

/** Adds the image XObject (ISO 32000-2 §8.9.5) and its soft mask; returns its number. */
export function writeImage(writer: RevisionWriter, image: PdfImage): number {
  const mask = image.mask ? ` /SMask ${writer.addStream(image.mask.entries, image.mask.data)} 0 R` : ''
  return writer.addStream(image.entries + mask, image.data)
}

const header = (width: number, height: number, space: string, bits: number): string => {
  if (width < 1 || height < 1 || width * height > maxPixels) unsupported('more than 16 megapixels')
  return `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} /BitsPerComponent ${bits}`
}

/** A JPEG goes in as it is (DCTDecode); only its frame header is read (ITU-T T.81 §B.2.2). */
function readJpeg(bytes: Uint8Array): PdfImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  let adobe = false
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) unsupported('damaged JPEG')
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xee && bytes[at + 4] === 0x41 && bytes[at + 5] === 0x64) adobe = true
    // SOF0…SOF2: baseline, extended, progressive; the rest of SOFn no PDF reader decodes.
    if (marker >= 0xc0 && marker <= 0xc2) {
      const [height, width, components] = [view.getUint16(at + 5), view.getUint16(at + 7), bytes[at + 9]]
      if (bytes[at + 4] !== 8) unsupported('JPEG is not 8 bits deep')
      const space =
        components === 1
          ? '/DeviceGray'
          : components === 3
            ? '/DeviceRGB'
            : components === 4
              ? '/DeviceCMYK'
              : unsupported('JPEG components')
      // Adobe writes CMYK inverted.
      const decode = components === 4 && adobe ? ' /Decode [1 0 1 0 1 0 1 0]' : ''
      return { width, height, entries: `${header(width, height, space, 8)} /Filter /DCTDecode${decode}`, data: bytes }
    }
    if (marker === 0xd9 || marker === 0xda) break
    at += 2 + view.getUint16(at + 2)
  }
  return unsupported('damaged JPEG')
}

type Png = {
  width: number
  height: number
  bits: number
  colour: number
  palette: Uint8Array | null
  alpha: Uint8Array | null
  idat: Uint8Array
}

function readPng(bytes: Uint8Array): PdfImage {
  const png = readChunks(bytes)
  const { width, height, bits, colour } = png
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour] ?? unsupported('PNG colour type')
  if (![1, 2, 4, 8, 16].includes(bits) || (channels > 1 && bits < 8)) unsupported('PNG depth')
  const space = png.palette
    ? `[/Indexed /DeviceRGB ${png.palette.length / 3 - 1} <${Buffer.from(png.palette).toString('hex')}>]`
    : channels < 3
      ? '/DeviceGray'
      : '/DeviceRGB'
  if (colour === 3 && !png.palette) unsupported('PNG without a palette')
  const transparent = channels === 2 || channels === 4 || (colour === 3 && png.alpha !== null)
  if (!transparent) {
    // PNG's own compression and row filters are what Flate with predictor 15 decodes (§7.4.4.4).
    const parameters = `/DecodeParms << /Predictor 15 /Colors ${channels} /BitsPerComponent ${bits} /Columns ${width} >>`
    return {
      width,
      height,
      entries: `${header(width, height, space, bits)} /Filter /FlateDecode ${parameters}`,
      data: png.idat,
    }
  }
  header(width, height, space, bits)
  const rowLength = Math.ceil((width * channels * bits) / 8)
  const pixels = unfilterPng(
    inflate(png.idat, (rowLength + 1) * height),
    rowLength,
    Math.max(1, (channels * bits) >> 3),
  )
  if (pixels.length < rowLength * height) unsupported('PNG is cut')
  const { samples, opacity } = colour === 3 ? splitPalette(png, pixels, rowLength) : splitAlpha(png, pixels, channels)
  return {
    width,
    height,
    entries: `${header(width, height, space, 8)} /Filter /FlateDecode`,
    data: deflateSync(samples),
    mask: { entries: `${header(width, height, '/DeviceGray', 8)} /Filter /FlateDecode`, data: deflateSync(opacity) },
  }
}

function readChunks(bytes: Uint8Array): Png {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 45 || view.getUint32(0) !== 0x89504e47 || view.getUint32(12) !== 0x49484452)
    unsupported('neither PNG nor JPEG')
  if (bytes[28] !== 0) unsupported('interlaced PNG')
  let palette: Uint8Array | null = null
  let alpha: Uint8Array | null = null
  const data: Uint8Array[] = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at)
    const kind = view.getUint32(at + 4)
    if (at + 12 + length > bytes.length) unsupported('PNG is cut')
    const chunk = bytes.subarray(at + 8, at + 8 + length)
    if (kind === 0x504c5445)
      palette = length % 3 === 0 && length > 0 && length <= 768 ? chunk : unsupported('PNG palette')
    else if (kind === 0x74524e53) alpha = chunk
    else if (kind === 0x49444154) data.push(chunk)
    else if (kind === 0x49454e44) break
    at += 12 + length
  }
  const colour = bytes[25]!
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    bits: bytes[24]!,
    colour,
    palette: colour === 3 ? palette : null,
    alpha: colour === 3 ? alpha : null,
    idat: Buffer.concat(data),
  }
}

function inflate(data: Uint8Array, length: number): Uint8Array {
  try {
    return inflateSync(data, { maxOutputLength: length + 1024 })
  } catch {
    return unsupported('PNG data cannot be read')
  }
}

/** Parts grey or colour samples from opacity; of 16 bits the upper eight are kept. */
function splitAlpha(png: Png, pixels: Uint8Array, channels: number): { samples: Uint8Array; opacity: Uint8Array } {
  const step = png.bits >> 3
  const count = png.width * png.height
  const colours = channels - 1
  const samples = new Uint8Array(count * colours)
  const opacity = new Uint8Array(count)
  for (let i = 0, at = 0; i < count; i++, at += channels * step) {
    for (let c = 0; c < colours; c++) samples[i * colours + c] = pixels[at + c * step]!
    opacity[i] = pixels[at + colours * step]!
  }
  return { samples, opacity }
}

function splitPalette(png: Png, pixels: Uint8Array, rowLength: number): { samples: Uint8Array; opacity: Uint8Array } {
  const { width, height, bits } = png
  const samples = new Uint8Array(width * height)
  const opacity = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bit = x * bits
      const index = (pixels[y * rowLength + (bit >> 3)]! >> (8 - bits - (bit & 7))) & ((1 << bits) - 1)
      samples[y * width + x] = index
      opacity[y * width + x] = png.alpha![index] ?? 255
    }
  }
  return { samples, opacity }
}
