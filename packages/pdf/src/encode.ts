import type sharp from 'sharp'
import type { RawPage } from './pdfium-document.ts'

export type ImageFormat = 'webp' | 'png' | 'jpeg'
export type PageImage = { bytes: Uint8Array; width: number; height: number; mime: string }
type Sharp = typeof sharp

/** Above this size a lossless page is likely a picture, and a lossy encoding is tried. */
const losslessLimit = 150_000
/** In text pages more than nine of ten pixels equal their left neighbour; in photographs and scans few do. */
const flatEnough = 0.6
const lossyQuality = 80

/**
 * Encodes a drawn page.
 *
 * `webp` measures: pages that look like text are lossless at effort 1 (half the bytes of effort 0 for a third more
 * time; effort 4 takes five times as long), photographic ones have quality 80, and for lossless ones above 150 kB the
 * smaller is chosen. `png` is lossless at level 3, `jpeg` has quality 80.
 */
export async function encodePage(sharp: Sharp, page: RawPage, format: ImageFormat): Promise<PageImage> {
  const { width, height } = page
  const open = () => sharp(page.pixels, { raw: { width, height, channels: 4 } }).removeAlpha()
  const image = (bytes: Buffer): PageImage => ({
    bytes: new Uint8Array(bytes),
    width,
    height,
    mime: `image/${format}`,
  })
  if (format === 'png') return image(await open().png({ compressionLevel: 3, adaptiveFiltering: false }).toBuffer())
  if (format === 'jpeg') return image(await open().jpeg({ quality: lossyQuality }).toBuffer())
  const lossy = () => open().webp({ quality: lossyQuality, effort: 0 }).toBuffer()
  if (flatness(page) < flatEnough) return image(await lossy())
  const exact = await open().webp({ lossless: true, effort: 1 }).toBuffer()
  if (exact.byteLength <= losslessLimit) return image(exact)
  const small = await lossy()
  return image(small.byteLength < exact.byteLength ? small : exact)
}

/** Share of pixels equal to their left neighbour, 0…1, in every eighth row. */
export function flatness({ pixels, width, height }: RawPage): number {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height)
  let same = 0
  let seen = 0
  for (let y = 0; y < height; y += 8) {
    const row = y * width
    for (let x = 1; x < width; x++) if (words[row + x] === words[row + x - 1]) same++
    seen += width - 1
  }
  return seen === 0 ? 1 : same / seen
}
