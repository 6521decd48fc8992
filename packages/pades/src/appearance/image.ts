import { deflateSync } from 'node:zlib'
import { PadesError } from '../errors.ts'
import type { RevisionWriter } from '../pdf/revision-writer.ts'
import { readJpeg } from './jpeg.ts'
import { clearSamples, readPng, samplesOf } from './png.ts'
import type { Png } from './png.ts'

/**
 * An image ready to be written: `entries` are the keys of its stream, `mask` its opacity when it has any. `width` and
 * `height` are what is seen; `turn` is the matrix inside the unit square that sets a turned photo upright.
 */
type PdfImage = {
  width: number
  height: number
  turn: string | null
  entries: string
  data: Uint8Array
  mask?: { entries: string; data: Uint8Array }
}

const maxPixels = 16_000_000
const maxBytes = 8 * 1024 * 1024
/** Opacity below this is not seen; pencils and scanners leave such dust around a signature. */
const visible = 8

/** A batch stamps the same picture many times. */
const decoded = new WeakMap<Uint8Array, PdfImage>()
/** Images already in a revision: the looks of one signature on pages of several sizes share theirs. */
const written = new WeakMap<RevisionWriter, Map<PdfImage, number>>()

function unsupported(reason: string): never {
  throw new PadesError('image_unsupported', { reason })
}

/** Reads a PNG or a JPEG of at most 8 MB and 16 megapixels. Throws `image_unsupported`. */
export function readImage(bytes: Uint8Array): PdfImage {
  const known = decoded.get(bytes)
  if (known) return known
  if (bytes.length > maxBytes) unsupported('larger than 8 MB')
  const image = bytes[0] === 0xff && bytes[1] === 0xd8 ? fromJpeg(bytes) : fromPng(readPng(bytes))
  decoded.set(bytes, image)
  return image
}

/** Adds the image XObject (ISO 32000-2 §8.9.5) and its soft mask; returns its number. */
export function writeImage(writer: RevisionWriter, image: PdfImage): number {
  const known = written.get(writer) ?? new Map<PdfImage, number>()
  written.set(writer, known)
  const existing = known.get(image)
  if (existing !== undefined) return existing
  const mask = image.mask ? ` /SMask ${writer.addStream(image.mask.entries, image.mask.data)} 0 R` : ''
  const number = writer.addStream(image.entries + mask, image.data)
  known.set(image, number)
  return number
}

const header = (width: number, height: number, space: string, bits: number): string => {
  if (width < 1 || height < 1 || width * height > maxPixels) unsupported('more than 16 megapixels')
  return `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} /BitsPerComponent ${bits}`
}

/** By Exif orientation: the unit square as it is stored onto the one that is seen (0, 0 at the lower left). */
const turns: Record<number, string> = {
  2: '-1 0 0 1 1 0',
  3: '-1 0 0 -1 1 1',
  4: '1 0 0 -1 0 1',
  5: '0 -1 -1 0 1 1',
  6: '0 -1 1 0 0 1',
  7: '0 1 1 0 0 0',
  8: '0 1 -1 0 1 0',
}

/** A JPEG goes in as it is (DCTDecode). */
function fromJpeg(bytes: Uint8Array): PdfImage {
  const { width, height, components, isInverted, orientation } = readJpeg(bytes)
  const space = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' }[components]
  const decode = isInverted ? ' /Decode [1 0 1 0 1 0 1 0]' : ''
  const isLying = orientation > 4
  return {
    width: isLying ? height : width,
    height: isLying ? width : height,
    turn: turns[orientation] ?? null,
    entries: `${header(width, height, space, 8)} /Filter /DCTDecode${decode}`,
    data: bytes,
  }
}

const spaceOf = ({ palette, channels }: Png): string => {
  if (palette) return `[/Indexed /DeviceRGB ${palette.length / 3 - 1} <${Buffer.from(palette).toString('hex')}>]`
  return channels < 3 ? '/DeviceGray' : '/DeviceRGB'
}

function fromPng(png: Png): PdfImage {
  const { width, height, bits, channels, colour, keys } = png
  const isOpaque = channels % 2 === 1 && (colour !== 3 || keys === null)
  const head = header(width, height, spaceOf(png), bits)
  if (!isOpaque || png.isInterlaced) return fromSamples(png, samplesOf(png))
  // PNG's own compression and row filters are what Flate with predictor 15 decodes (§7.4.4.4), and its clear colour
  // is a colour key mask (§8.9.6.4).
  const parameters = `/DecodeParms << /Predictor 15 /Colors ${channels} /BitsPerComponent ${bits} /Columns ${width} >>`
  const clear = keys
    ? ` /Mask [${clearSamples(png)
        .flatMap((sample) => [sample, sample])
        .join(' ')}]`
    : ''
  return {
    width,
    height,
    turn: null,
    entries: `${head} /Filter /FlateDecode ${parameters}${clear}`,
    data: png.idat,
  }
}

type Pixels = { width: number; height: number; colours: number; samples: Uint8Array; opacity: Uint8Array | null }

function fromSamples(png: Png, samples: Uint8Array): PdfImage {
  const { width, height, colours, samples: seen, opacity } = trimmed(split(png, samples))
  const compressed = {
    entries: `${header(width, height, spaceOf({ ...png, channels: colours }), 8)} /Filter /FlateDecode`,
  }
  const image = { width, height, turn: null, ...compressed, data: deflateSync(seen) }
  if (!opacity) return image
  const mask = `${header(width, height, '/DeviceGray', 8)} /Filter /FlateDecode`
  return { ...image, mask: { entries: mask, data: deflateSync(opacity) } }
}

/** Parts colour from opacity, which is a channel, an entry beside the palette's, or all or nothing for one colour. */
function split(png: Png, pixels: Uint8Array): Pixels {
  const { width, height, colour, channels, keys } = png
  if (colour === 0 || colour === 2) {
    const opacity = keys ? keyed(png, pixels) : null
    return { width, height, colours: channels, samples: pixels, opacity }
  }
  if (colour === 3) {
    const opacity = keys ? pixels.map((index) => keys[index] ?? 255) : null
    return { width, height, colours: 1, samples: pixels, opacity }
  }
  const colours = channels - 1
  const samples = new Uint8Array(width * height * colours)
  const opacity = new Uint8Array(width * height)
  for (let i = 0, at = 0; i < opacity.length; i++, at += channels) {
    for (let c = 0; c < colours; c++) samples[i * colours + c] = pixels[at + c]!
    opacity[i] = pixels[at + colours]!
  }
  return { width, height, colours, samples, opacity }
}

/** Opacity of an interlaced image with one clear colour, compared in the eight bits that are kept. */
function keyed(png: Png, pixels: Uint8Array): Uint8Array {
  const { channels, bits } = png
  const clear = clearSamples(png).map((sample) => (bits === 16 ? sample >> 8 : (sample * 255) / (2 ** bits - 1)))
  const opacity = new Uint8Array(pixels.length / channels)
  for (let i = 0; i < opacity.length; i++)
    opacity[i] = clear.every((sample, c) => pixels[i * channels + c] === Math.floor(sample)) ? 0 : 255
  return opacity
}

/** Without its clear borders, so that a signature drawn on a large sheet fills its place. */
function trimmed(pixels: Pixels): Pixels {
  const { width, height, colours, samples, opacity } = pixels
  if (!opacity) return pixels
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (opacity[y * width + x]! < visible) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  if (right < 0) unsupported('nothing to be seen')
  const [w, h] = [right - left + 1, bottom - top + 1]
  if (w === width && h === height) return pixels
  const cut = (bytes: Uint8Array, channels: number): Uint8Array => {
    const out = new Uint8Array(w * h * channels)
    for (let y = 0; y < h; y++) {
      const from = ((top + y) * width + left) * channels
      out.set(bytes.subarray(from, from + w * channels), y * w * channels)
    }
    return out
  }
  return { width: w, height: h, colours, samples: cut(samples, colours), opacity: cut(opacity, 1) }
}
