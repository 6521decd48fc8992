/** No side of a logo is longer, in pixels. */
const longest = 512
/** A picture of more pixels is refused before it is drawn. */
const mostPixels = 16_000_000

const isPng = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 8)).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/**
 * Draws a PNG or a JPEG anew as a PNG of at most 512 pixels a side, upright as its camera held it, without anything else
 * that the file carried. Null for whatever is neither, is damaged, has more than 16 megapixels or takes too long.
 */
export async function encodeLogo(bytes: Uint8Array): Promise<Uint8Array | null> {
  if (!isPng(bytes) && !isJpeg(bytes)) return null
  const { default: sharp } = await import('sharp')
  try {
    const png = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
      .timeout({ seconds: 10 })
      .rotate()
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
    return new Uint8Array(png)
  } catch {
    return null
  }
}
