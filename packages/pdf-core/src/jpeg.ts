import { ImageError } from './image-error.ts'

// Runs in the browser too: no Node APIs.

/** The facts of a JPEG that a PDF needs to embed it unchanged. `orientation` is from Exif, 1 (upright) to 8. */
export type Jpeg = { width: number; height: number; components: 1 | 3 | 4; isInverted: boolean; orientation: number }

type Segment = { marker: number; body: Uint8Array; end: number }

const startOfScan = 0xda
const endOfImage = 0xd9

function unsupported(reason: string): never {
  throw new ImageError(reason)
}

/** The marker segments (ITU-T T.81 §B.1.1.4) up to the header of the first scan, which is the last one returned. */
function* segmentsOf(bytes: Uint8Array): Generator<Segment> {
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1]!
    if (bytes[at] !== 0xff || marker === endOfImage) return
    if (marker === 0xff) {
      at++
      continue
    }
    const end = at + 2 + bytes[at + 2]! * 256 + bytes[at + 3]!
    if (end < at + 4 || end > bytes.length) return
    yield { marker, body: bytes.subarray(at + 4, end), end }
    if (marker === startOfScan) return
    at = end
  }
}

/**
 * Parses the frame header (§B.2.2) and the segments before it. Only baseline, extended and progressive Huffman frames:
 * PDF readers support no others (ISO 32000-2 §7.4.8).
 *
 * @throws ImageError
 */
export function readJpeg(bytes: Uint8Array): Jpeg {
  let isAdobe = false
  let orientation = 1
  for (const { marker, body } of segmentsOf(bytes)) {
    if (marker === 0xee && body[0] === 0x41 && body[1] === 0x64) isAdobe = true
    if (marker === 0xe1) orientation = orientationOf(body) ?? orientation
    if (marker < 0xc0 || marker > 0xc2) continue
    if (body.length < 6) break
    if (body[0] !== 8) unsupported('JPEG is not 8 bits deep')
    const components = body[5]
    if (components !== 1 && components !== 3 && components !== 4) return unsupported('JPEG components')
    const [height, width] = [body[1]! * 256 + body[2]!, body[3]! * 256 + body[4]!]
    // Adobe writes CMYK inverted
    return { width, height, components, isInverted: components === 4 && isAdobe, orientation }
  }
  return unsupported('damaged JPEG')
}

/** True if the end marker follows the first scan. Readers draw the missing part of a truncated JPEG in grey. */
export function isWholeJpeg(bytes: Uint8Array): boolean {
  for (const { marker, end } of segmentsOf(bytes)) {
    if (marker !== startOfScan) continue
    // no other marker of a scan has this value (§B.1.1.2)
    for (let at = bytes.length - 2; at >= end; at--) if (bytes[at] === 0xff && bytes[at + 1] === endOfImage) return true
  }
  return false
}

/** The orientation in an Exif segment (CIPA DC-008 §4.6.5, tag 0x0112 of IFD0), used by phones. */
function orientationOf(segment: Uint8Array): number | null {
  if (segment.length < 14 || String.fromCharCode(...segment.subarray(0, 6)) !== 'Exif\0\0') return null
  const tiff = new DataView(segment.buffer, segment.byteOffset + 6, segment.byteLength - 6)
  const little = tiff.getUint16(0) === 0x4949
  const start = tiff.getUint32(4, little)
  if (start + 2 > tiff.byteLength) return null
  const count = tiff.getUint16(start, little)
  for (let i = 0; i < count; i++) {
    const entry = start + 2 + i * 12
    if (entry + 12 > tiff.byteLength) return null
    if (tiff.getUint16(entry, little) !== 0x0112) continue
    const value = tiff.getUint16(entry + 8, little)
    return value >= 1 && value <= 8 ? value : null
  }
  return null
}
