import { decodeQR } from 'qr/decode.js'

/** Longer sides than this only cost time: a QR that fills a tenth of it is still read. */
const mostPixels = 1600

function drawn(source: CanvasImageSource, width: number, height: number): ImageData | null {
  const scale = Math.min(1, mostPixels / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null || canvas.width === 0 || canvas.height === 0) return null
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** The text of the QR in a picture of that size; null when there is none that can be read. */
export function readQr(source: CanvasImageSource, width: number, height: number): string | null {
  const image = drawn(source, width, height)
  if (image === null) return null
  try {
    return decodeQR(image)
  } catch {
    // the decoder throws for every picture without a QR
    return null
  }
}

/** The text of the QR in a photo; null likewise, and for a file that is no picture. */
export async function readQrOfPhoto(photo: Blob): Promise<string | null> {
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(photo)
  } catch {
    return null
  }
  try {
    return readQr(bitmap, bitmap.width, bitmap.height)
  } finally {
    bitmap.close()
  }
}
