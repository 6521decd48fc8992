import type { JpegPage } from './images-to-pdf.ts'

/** About 260 dpi on A4. */
const longest = 3000
const quality = 0.85

/** Quarter turns clockwise. */
export type Turn = 0 | 1 | 2 | 3

/** The size of a rotated image, with at most `longest` pixels per side. */
export function turnedSize(width: number, height: number, turn: Turn) {
  const scale = Math.min(1, longest / Math.max(width, height))
  const [across, down] = turn % 2 === 0 ? [width, height] : [height, width]
  return { width: Math.max(1, Math.round(across * scale)), height: Math.max(1, Math.round(down * scale)), scale }
}

/**
 * An image file as a page: upright by its EXIF orientation, rotated, on white, as a JPEG. Rejects if the browser cannot
 * decode it.
 */
export async function imagePage(file: File, turn: Turn): Promise<JpegPage> {
  const image = await createImageBitmap(file)
  try {
    const { width, height, scale } = turnedSize(image.width, image.height, turn)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('This browser has no 2d canvas context')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.translate(width / 2, height / 2)
    context.rotate((turn * Math.PI) / 2)
    context.scale(scale, scale)
    context.drawImage(image, -image.width / 2, -image.height / 2)
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', quality)
    })
    if (blob === null) throw new Error('The image is too large for this browser')
    return { jpeg: new Uint8Array(await blob.arrayBuffer()), width, height }
  } finally {
    image.close()
  }
}
