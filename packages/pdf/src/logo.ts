/** Maximum side of a logo, in pixels. */
const longest = 512
/** Maximum pixels of the source picture. */
const mostPixels = 16_000_000

const isPng = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 8)).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/**
 * Redraws a PNG or JPEG as a PNG of at most 512 pixels per side, upright and without metadata. Null when it is neither,
 * is damaged, exceeds 16 megapixels or takes too long.
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

type Box = { width: number; height: number }

/** A scaled logo, with its size in pixels. */
export type FittedLogo = Box & { png: Uint8Array }

/** A logo on white: three bytes per pixel (red, green, blue), row by row from the top. */
export type PrintedLogo = Box & { rgb: Uint8Array }

async function resized(logo: Uint8Array, box: Box) {
  const { default: sharp } = await import('sharp')
  return sharp(logo, { limitInputPixels: longest * longest }).resize({
    ...box,
    fit: 'inside',
    withoutEnlargement: true,
  })
}

/** Scales a logo of `encodeLogo` to fit a box of pixels, never up. Null when it is not a logo. */
export async function fitLogo(logo: Uint8Array, box: Box): Promise<FittedLogo | null> {
  try {
    const drawn = (await resized(logo, box)).png({ compressionLevel: 9 })
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true })
    return { png: new Uint8Array(data), width: info.width, height: info.height }
  } catch {
    return null
  }
}

/** Like `fitLogo`, for print: transparency becomes white. */
export async function printLogo(logo: Uint8Array, box: Box): Promise<PrintedLogo | null> {
  try {
    const drawn = (await resized(logo, box)).flatten({ background: '#fff' }).toColourspace('srgb').raw()
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true })
    return info.channels === 3 ? { rgb: new Uint8Array(data), width: info.width, height: info.height } : null
  } catch {
    return null
  }
}
