import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A PNG from 8-bit RGBA pixels, row by row (W3C PNG, 11.2). */
export function pngOf(width: number, height: number, pixels: Uint8Array): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const rows = Array.from({ length: height }, (_, row) => [
    Buffer.of(0),
    pixels.subarray(row * width * 4, (row + 1) * width * 4),
  ])
  const data = deflateSync(Buffer.concat(rows.flat()))
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** A PNG of one colour, half transparent. */
export const plainPng = (width: number, height: number): Buffer =>
  pngOf(width, height, Buffer.alloc(width * height * 4, Buffer.of(9, 99, 200, 128)))

/** A PNG of one pixel, as another program writes it. */
export const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** Width of a lossless WebP in pixels (RFC 9649, 3.4). */
export function webpWidth(bytes: Uint8Array): number {
  if (Buffer.from(bytes).toString('latin1', 12, 16) !== 'VP8L') throw new Error('not a lossless WebP')
  return 1 + ((bytes[21]! | (bytes[22]! << 8)) & 0x3fff)
}
