import type { ImageValue } from '@foja/forms/field-value'
import { PdfError } from '../errors.ts'
import { clearSamples, readPng, requireWhole, samplesOf, type Png } from './png.ts'
import type { Revision } from './revision.ts'

/** An image that is in the file: its object, what is seen of it in pixels, and the matrix that sets it upright. */
export type PlacedImage = { object: number; width: number; height: number; turn: string | null }

/** Adds images to a file, each once. Throws PdfError image_unsupported. */
export type Images = { add: (image: ImageValue) => PlacedImage }

/** By EXIF orientation: the unit square as it is stored onto the one that is seen (0, 0 at the lower left). */
const turns: Record<number, string> = {
  2: '-1 0 0 1 1 0',
  3: '-1 0 0 -1 1 1',
  4: '1 0 0 -1 0 1',
  5: '0 -1 -1 0 1 1',
  6: '0 -1 1 0 0 1',
  7: '0 1 1 0 0 0',
  8: '0 1 -1 0 1 0',
}

/** Pictures of strangers are never given to native code: they go in as they are, or are unpacked here. */
export function startImages(revision: Revision): Images {
  const added = new Map<Uint8Array, PlacedImage>()
  return {
    add: (image) => {
      const known = added.get(image.bytes)
      if (known) return known
      const placed = image.format === 'jpeg' ? addJpeg(revision, image) : addPng(revision, readPng(image.bytes))
      added.set(image.bytes, placed)
      return placed
    },
  }
}

const head = (width: number, height: number, space: string, depth = 8): string =>
  `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace${space}/BitsPerComponent ${depth}`

/** A JPEG goes in as it is (DCTDecode, ISO 32000-2 §7.4.8); `width` and `height` of the value are what is seen. */
function addJpeg(revision: Revision, { bytes, width, height, orientation }: ImageValue): PlacedImage {
  const [across, down] = orientation > 4 ? [height, width] : [width, height]
  const space = jpegChannels(bytes) === 1 ? '/DeviceGray' : '/DeviceRGB'
  const object = revision.addEncoded(`${head(across, down, space)}/Filter/DCTDecode`, bytes)
  return { object, width, height, turn: turns[orientation] ?? null }
}

/** How many colours a JPEG has. One that breaks off before its end mark would be drawn half grey. */
function jpegChannels(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let channels = 0
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = bytes[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2) channels = bytes[at + 9] ?? 0
    // within a scan no marker but this one is the end (ITU-T T.81 §B.1.1.2)
    const isWhole = marker === 0xda && Buffer.from(bytes.subarray(at)).lastIndexOf(Buffer.of(0xff, 0xd9)) > 0
    if (isWhole && (channels === 1 || channels === 3)) return channels
  }
  throw new PdfError('image_unsupported', 'The JPEG cannot be read')
}

function addPng(revision: Revision, png: Png): PlacedImage {
  const { width, height, depth, channels, hasAlpha, isInterlaced, palette } = png
  const isPlain = !hasAlpha && !isInterlaced && png.clear === null
  if (!isPlain) return addSamples(revision, png)
  requireWhole(png)
  // PNG's own compression and row filters are what Flate with predictor 15 decodes (§7.4.4.4)
  const parameters = `/DecodeParms<</Predictor 15/Colors ${channels}/BitsPerComponent ${depth}/Columns ${width}>>`
  const space = palette ? indexed(palette) : channels === 1 ? '/DeviceGray' : '/DeviceRGB'
  const entries = `${head(width, height, space, depth)}/Filter/FlateDecode${parameters}`
  return { object: revision.addEncoded(entries, png.data), width, height, turn: null }
}

function indexed(palette: Uint8Array): string {
  return `[/Indexed/DeviceRGB ${palette.length / 3 - 1}<${Buffer.from(palette).toString('hex')}>]`
}

function addSamples(revision: Revision, png: Png): PlacedImage {
  const { width, height, palette, channels, hasAlpha } = png
  const samples = samplesOf(png)
  const { colours, opacity } = hasAlpha
    ? split(samples, channels)
    : { colours: samples, opacity: opacityOf(png, samples) }
  const isOpaque = opacity === null || opacity.every((alpha) => alpha === 255)
  const mask = isOpaque ? '' : `/SMask ${revision.addStream(head(width, height, '/DeviceGray'), opacity)} 0 R`
  const space = palette ? indexed(palette) : channels < 3 ? '/DeviceGray' : '/DeviceRGB'
  return { object: revision.addStream(head(width, height, space) + mask, colours), width, height, turn: null }
}

/** Parts the colours from the opacity, which is the last channel. What is not seen takes no room. */
function split(samples: Uint8Array, channels: number): { colours: Uint8Array; opacity: Uint8Array } {
  const count = samples.length / channels
  const colours = new Uint8Array(count * (channels - 1))
  const opacity = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const alpha = samples[i * channels + channels - 1] ?? 255
    opacity[i] = alpha
    if (alpha === 0) continue
    for (let c = 0; c < channels - 1; c++) colours[i * (channels - 1) + c] = samples[i * channels + c] ?? 0
  }
  return { colours, opacity }
}

/** Opacity where it is said beside the palette, or where one grey or colour is clear; null: nothing is. */
function opacityOf(png: Png, samples: Uint8Array): Uint8Array | null {
  const { clear, palette, channels, depth } = png
  if (palette && clear) return samples.map((index) => clear[index] ?? 255)
  const key = clearSamples(png)?.map((sample) =>
    depth === 16 ? sample >> 8 : Math.floor((sample * 255) / (2 ** depth - 1)),
  )
  if (key === undefined) return null
  const opacity = new Uint8Array(samples.length / channels)
  for (let i = 0; i < opacity.length; i++)
    opacity[i] = key.every((sample, c) => samples[i * channels + c] === sample) ? 0 : 255
  return opacity
}
