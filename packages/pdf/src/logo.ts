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

type Box = { width: number; height: number }

/** A logo drawn smaller, with its size in pixels. */
export type FittedLogo = Box & { png: Uint8Array }

/** A logo on white paper: three bytes a pixel (red, green, blue), row by row from the top. */
export type PrintedLogo = Box & { rgb: Uint8Array }

async function resized(logo: Uint8Array, box: Box) {
  const { default: sharp } = await import('sharp')
  return sharp(logo, { limitInputPixels: longest * longest }).resize({
    ...box,
    fit: 'inside',
    withoutEnlargement: true,
  })
}

/** Draws a logo of `encodeLogo` to fit into a box of pixels; one that fits keeps its size. Null for what is none. */
export async function fitLogo(logo: Uint8Array, box: Box): Promise<FittedLogo | null> {
  try {
    const drawn = (await resized(logo, box)).png({ compressionLevel: 9 })
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true })
    return { png: new Uint8Array(data), width: info.width, height: info.height }
  } catch {
    return null
  }
}

/** As `fitLogo`, for print: what is transparent is white. */
export async function printLogo(logo: Uint8Array, box: Box): Promise<PrintedLogo | null> {
  try {
    const drawn = (await resized(logo, box)).flatten({ background: '#fff' }).toColourspace('srgb').raw()
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true })
    return info.channels === 3 ? { rgb: new Uint8Array(data), width: info.width, height: info.height } : null
  } catch {
    return null
  }
}
