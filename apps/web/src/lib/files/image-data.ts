import type { Size } from './geometry.ts'

/** Print resolution in dots per inch, and points per inch. */
const [dots, points] = [300, 72]
const quality = 0.92

/** The browser cannot decode the image, or it stays too large. */
export class ImageRefused extends Error {
  readonly reason: 'unreadable' | 'too_large'
  constructor(reason: 'unreadable' | 'too_large') {
    super(`Image refused: ${reason}`)
    this.name = 'ImageRefused'
    this.reason = reason
  }
}

/** The scale, at most 1, that fits an image of `image` pixels into a box of `box` points at 300 dpi. */
export function scaleFor(image: Size, box: Size): number {
  const across = ((box.width / points) * dots) / image.width
  const down = ((box.height / points) * dots) / image.height
  return Math.min(1, Math.max(Math.min(across, down), 1 / Math.max(image.width, image.height)))
}

const readAs = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new ImageRefused('unreadable')))
    reader.readAsDataURL(blob)
  })

async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file)
  } catch {
    throw new ImageRefused('unreadable')
  }
}

/** Draws the image upright by its EXIF orientation; a JPEG on white, a PNG with transparency. */
async function draw(image: ImageBitmap, scale: number, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) throw new ImageRefused('unreadable')
  if (type === 'image/jpeg') {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, quality)
  })
  if (blob === null) throw new ImageRefused('too_large')
  return blob
}

/**
 * An image file as a `data:` URL of a PNG or JPEG of at most `most` bytes, no larger than printed in a box of `box`
 * points. @throws ImageRefused
 */
export async function imageData(file: Blob, box: Size, most: number): Promise<string> {
  const image = await decode(file)
  try {
    const scale = scaleFor(image, box)
    const photo = file.type === 'image/jpeg'
    const known = photo || file.type === 'image/png'
    const asItIs = known && scale === 1 && file.size <= most
    const first = asItIs ? file : await draw(image, scale, photo ? 'image/jpeg' : 'image/png')
    const blob = first.size <= most || photo ? first : await draw(image, scale, 'image/jpeg')
    if (blob.size > most) throw new ImageRefused('too_large')
    return await readAs(blob)
  } finally {
    image.close()
  }
}
