import { decodeQR } from 'qr/decode.js'

/** Larger pictures only take longer: a QR code that fills a tenth of this is still readable. */
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

/** The text of a QR code in a picture, or null. */
export function readQr(source: CanvasImageSource, width: number, height: number): string | null {
  const image = drawn(source, width, height)
  if (image === null) return null
  try {
    return decodeQR(image)
  } catch {
    // The decoder throws if it finds no QR code.
    return null
  }
}

/** The text of a QR code in a photo; null if there is none or the file is not an image. */
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
