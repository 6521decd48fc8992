import { encodeQR } from 'qr'

/** The quiet zone of a QR symbol (ISO/IEC 18004, 6.3.8). */
const quiet = 4

export type QrPicture = {
  /** Modules per side, including the quiet zone. */
  size: number
  /** The dark modules as one SVG path with unit size. */
  path: string
}

/** A text as a QR symbol with error correction level M (15 %). */
export function qrPicture(text: string): QrPicture {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quiet })
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { size: rows.length, path }
}

/** The QR code as an SVG file, black on white. */
export const qrSvg = ({ size, path }: QrPicture, side: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}" ` +
  `shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`

/** The QR code as a PNG about `side` wide, with whole pixels per module. */
export async function qrPng({ size, path }: QrPicture, side: number): Promise<Blob> {
  const scale = Math.max(1, Math.round(side / size))
  const canvas = document.createElement('canvas')
  canvas.width = size * scale
  canvas.height = size * scale
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.fillStyle = '#000'
  const modules = new Path2D(path)
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
  context.fill(modules)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The canvas gave no image')) : resolve(blob)),
      'image/png',
    )
  })
}
