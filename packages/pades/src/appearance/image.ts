import { deflateSync } from 'node:zlib'
import {
  colourSpace,
  decodePixels,
  imageEntries,
  jpegImage,
  pngImage,
  type ImageXObject,
  type Pixels,
} from '@foja/pdf-core/image'
import { ImageError } from '@foja/pdf-core/image-error'
import { clearSamples, readPng, type Png } from '@foja/pdf-core/png'
import { PadesError } from '../errors.ts'
import type { RevisionWriter } from '../pdf/revision-writer.ts'

/** An image ready to be written: `mask` is its opacity if it has any. */
type PdfImage = ImageXObject & { mask?: { entries: string; data: Uint8Array } }

const maxPixels = 16_000_000
const maxBytes = 8 * 1024 * 1024
/** Lower opacity is invisible; pencils and scanners leave such dust around a signature. */
const visible = 8

/** A batch stamps the same picture many times. */
const decoded = new WeakMap<Uint8Array, PdfImage>()
/** Images already in a revision: appearances of one signature on pages of several sizes share them. */
const written = new WeakMap<RevisionWriter, Map<PdfImage, number>>()

function unsupported(reason: string): never {
  throw new PadesError('image_unsupported', { reason })
}

/** Reads a PNG or a JPEG of at most 8 MB and 16 megapixels. Throws `image_unsupported`. */
export function readImage(bytes: Uint8Array): PdfImage {
  const known = decoded.get(bytes)
  if (known) return known
  if (bytes.length > maxBytes) unsupported('larger than 8 MB')
  try {
    const image = bytes[0] === 0xff && bytes[1] === 0xd8 ? fromJpeg(bytes) : fromPng(readPng(bytes))
    decoded.set(bytes, image)
    return image
  } catch (error) {
    if (error instanceof ImageError) unsupported(error.message)
    throw error
  }
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

function fromJpeg(bytes: Uint8Array): PdfImage {
  const image = jpegImage(bytes)
  requireSize(image)
  return image
}

function fromPng(png: Png): PdfImage {
  requireSize(png)
  const isOpaque = !png.hasAlpha && (png.palette === null || png.clear === null)
  if (!isOpaque || png.isInterlaced) return fromPixels(png)
  const image = pngImage(png)
  // a colour key mask (ISO 32000-2 §8.9.6.4)
  const clear = clearSamples(png)?.flatMap((sample) => [sample, sample])
  return clear ? { ...image, entries: `${image.entries} /Mask [${clear.join(' ')}]` } : image
}

function requireSize({ width, height }: { width: number; height: number }): void {
  if (width < 1 || height < 1 || width * height > maxPixels) unsupported('more than 16 megapixels')
}

function fromPixels(png: Png): PdfImage {
  const { width, height, channels, colours, opacity } = trimmed(decodePixels(png))
  const compressed = (space: string, data: Uint8Array) => {
    return { entries: `${imageEntries(width, height, space, 8)} /Filter /FlateDecode`, data: deflateSync(data) }
  }
  const image = { width, height, turn: null, ...compressed(colourSpace(png, channels), colours) }
  return opacity ? { ...image, mask: compressed('/DeviceGray', opacity) } : image
}

/** Crops transparent borders, so that a signature drawn on a large sheet fills its place. */
function trimmed(pixels: Pixels): Pixels {
  const { width, height, channels, colours, opacity } = pixels
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
  const cut = (bytes: Uint8Array, step: number): Uint8Array => {
    const out = new Uint8Array(w * h * step)
    for (let y = 0; y < h; y++) {
      const from = ((top + y) * width + left) * step
      out.set(bytes.subarray(from, from + w * step), y * w * step)
    }
    return out
  }
  return { width: w, height: h, channels, colours: cut(colours, channels), opacity: cut(opacity, 1) }
}
