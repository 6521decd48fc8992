import { readJpeg } from './jpeg.ts'
import { clearSamples, samplesOf, type Png } from './png.ts'

/** By Exif orientation: maps the stored unit square to the displayed one (0, 0 at the lower left). */
const turns: Record<number, string> = {
  2: '-1 0 0 1 1 0',
  3: '-1 0 0 -1 1 1',
  4: '1 0 0 -1 0 1',
  5: '0 -1 -1 0 1 1',
  6: '0 -1 1 0 0 1',
  7: '0 1 1 0 0 0',
  8: '0 1 -1 0 1 0',
}

/**
 * An image XObject (ISO 32000-2 §8.9.5): its stream's entries and data. `width` and `height` are as displayed; `turn`
 * is the matrix inside the unit square that rotates a photo upright.
 */
export type ImageXObject = { width: number; height: number; turn: string | null; entries: string; data: Uint8Array }

export function imageEntries(width: number, height: number, space: string, depth: number): string {
  return `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} /BitsPerComponent ${depth}`
}

/** Colour space of a PNG without its opacity, with `channels` per pixel. */
export function colourSpace({ palette }: Png, channels: number): string {
  if (palette) return `[/Indexed /DeviceRGB ${palette.length / 3 - 1} <${Buffer.from(palette).toString('hex')}>]`
  return channels < 3 ? '/DeviceGray' : '/DeviceRGB'
}

/**
 * A JPEG, unchanged (DCTDecode). Without a given orientation its Exif segment decides.
 *
 * @throws ImageError
 */
export function jpegImage(bytes: Uint8Array, givenOrientation?: number): ImageXObject {
  const { width, height, components, isInverted, orientation: own } = readJpeg(bytes)
  const orientation = givenOrientation ?? own
  const space = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' }[components]
  const decode = isInverted ? ' /Decode [1 0 1 0 1 0 1 0]' : ''
  const isLying = orientation > 4
  return {
    width: isLying ? height : width,
    height: isLying ? width : height,
    turn: turns[orientation] ?? null,
    entries: `${imageEntries(width, height, space, 8)} /Filter /DCTDecode${decode}`,
    data: bytes,
  }
}

/**
 * An unchanged PNG, neither interlaced nor with an alpha channel: Flate with predictor 15 decodes its compression and
 * row filters (§7.4.4.4).
 */
export function pngImage(png: Png): ImageXObject {
  const { width, height, depth, channels, data } = png
  const parameters = `/DecodeParms << /Predictor 15 /Colors ${channels} /BitsPerComponent ${depth} /Columns ${width} >>`
  const entries = `${imageEntries(width, height, colourSpace(png, channels), depth)} /Filter /FlateDecode ${parameters}`
  return { width, height, turn: null, entries, data }
}

/** Decoded pixels: `channels` bytes of colour each, and their opacity if any. */
export type Pixels = {
  width: number
  height: number
  channels: number
  colours: Uint8Array
  opacity: Uint8Array | null
}

/**
 * Decodes a PNG and separates its colours from their opacity: a channel, palette entries, or one transparent colour.
 *
 * @throws ImageError
 */
export function decodePixels(png: Png): Pixels {
  const { width, height, channels, palette, clear, hasAlpha } = png
  const samples = samplesOf(png)
  if (hasAlpha) return { width, height, channels: channels - 1, ...splitAlpha(samples, channels) }
  const opacity = palette && clear ? samples.map((index) => clear[index] ?? 255) : opacityByColour(png, samples)
  return { width, height, channels, colours: samples, opacity }
}

function splitAlpha(samples: Uint8Array, channels: number): { colours: Uint8Array; opacity: Uint8Array } {
  const count = samples.length / channels
  const colours = new Uint8Array(count * (channels - 1))
  const opacity = new Uint8Array(count)
  for (let i = 0, at = 0; i < count; i++, at += channels) {
    for (let c = 0; c < channels - 1; c++) colours[i * (channels - 1) + c] = samples[at + c]!
    opacity[i] = samples[at + channels - 1]!
  }
  return { colours, opacity }
}

/** Opacity of an image with one transparent colour, compared in the eight bits that are kept. */
function opacityByColour(png: Png, samples: Uint8Array): Uint8Array | null {
  const { channels, depth } = png
  const clear = clearSamples(png)?.map((sample) =>
    depth === 16 ? sample >> 8 : Math.floor((sample * 255) / (2 ** depth - 1)),
  )
  if (clear === undefined) return null
  const opacity = new Uint8Array(samples.length / channels)
  for (let i = 0; i < opacity.length; i++)
    opacity[i] = clear.every((sample, c) => samples[i * channels + c] === sample) ? 0 : 255
  return opacity
}
