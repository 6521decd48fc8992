import type { ImageValue } from '@foja/forms/field-value'
import { colourSpace, decodePixels, imageEntries, jpegImage, pngImage, type ImageXObject } from '@foja/pdf-core/image'
import { ImageError } from '@foja/pdf-core/image-error'
import { isWholeJpeg } from '@foja/pdf-core/jpeg'
import { readPng, requireWhole, type Png } from '@foja/pdf-core/png'
import { PdfError } from '../errors.ts'
import type { Revision } from './revision.ts'

/** An embedded image: its object, its displayed size in pixels, and the matrix that rotates it upright. */
export type PlacedImage = { object: number; width: number; height: number; turn: string | null }

/** Embeds each image once. Throws PdfError image_unsupported. */
export type Images = { add: (image: ImageValue) => PlacedImage }

/** Untrusted images never reach native code: they are embedded unchanged, or decoded here. */
export function startImages(revision: Revision): Images {
  const added = new Map<Uint8Array, PlacedImage>()
  return {
    add: (image) => {
      const placed = added.get(image.bytes) ?? addImage(revision, image)
      added.set(image.bytes, placed)
      return placed
    },
  }
}

function addImage(revision: Revision, image: ImageValue): PlacedImage {
  try {
    return image.format === 'jpeg' ? addJpeg(revision, image) : addPng(revision, readPng(image.bytes))
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    throw new PdfError('image_unsupported', `The image cannot be read: ${error.message}`, { cause: error })
  }
}

function addJpeg(revision: Revision, { bytes, orientation }: ImageValue): PlacedImage {
  if (!isWholeJpeg(bytes)) throw new ImageError('JPEG is cut')
  return addEncoded(revision, jpegImage(bytes, orientation))
}

function addEncoded(revision: Revision, { width, height, turn, entries, data }: ImageXObject): PlacedImage {
  return { object: revision.addEncoded(entries, data), width, height, turn }
}

function addPng(revision: Revision, png: Png): PlacedImage {
  if (png.hasAlpha || png.isInterlaced || png.clear !== null) return addPixels(revision, png)
  requireWhole(png)
  return addEncoded(revision, pngImage(png))
}

function addPixels(revision: Revision, png: Png): PlacedImage {
  const { width, height, channels, colours, opacity } = decodePixels(png)
  const isOpaque = opacity === null || opacity.every((alpha) => alpha === 255)
  if (!isOpaque && png.hasAlpha) blankInvisible(colours, opacity, channels)
  const mask = isOpaque
    ? ''
    : ` /SMask ${revision.addStream(imageEntries(width, height, '/DeviceGray', 8), opacity)} 0 R`
  const entries = imageEntries(width, height, colourSpace(png, channels), 8) + mask
  return { object: revision.addStream(entries, colours), width, height, turn: null }
}

/** Invisible colours become black, so that they compress well. */
function blankInvisible(colours: Uint8Array, opacity: Uint8Array, channels: number): void {
  opacity.forEach((alpha, i) => {
    if (alpha === 0) colours.fill(0, i * channels, (i + 1) * channels)
  })
}
