import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

export type Rgb = [red: number, green: number, blue: number]

/** Decodes an image and reads pixels at fractions (0…1) of its width and height, from the top left. */
export async function readPixels(bytes: Uint8Array): Promise<(x: number, y: number) => Rgb> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return (x, y) => {
    const column = Math.min(info.width - 1, Math.floor(x * info.width))
    const row = Math.min(info.height - 1, Math.floor(y * info.height))
    const at = (row * info.width + column) * info.channels
    return [data[at] ?? -1, data[at + 1] ?? -1, data[at + 2] ?? -1]
  }
}

/** A picture that does not compress losslessly: smooth colours with grain, like a camera's. */
export async function photograph(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  let seed = 1
  for (let at = 0; at < pixels.length; at += 3) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    const x = (at / 3) % width
    const grain = (seed >>> 24) % 24
    pixels[at] = Math.floor((x / width) * 200) + grain
    pixels[at + 1] = Math.floor((at / pixels.length) * 200) + grain
    pixels[at + 2] = 120 + grain
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** A picture of one colour. */
export function plainPng(width: number, height: number, background: string): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Noise, which does not compress. */
export function noisePng(width: number, height: number): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}
