import { PadesError } from '../errors.ts'

/** What a PDF must be told about a JPEG that it takes as it is. `orientation` is that of Exif: 1 upright, to 8. */
export type Jpeg = { width: number; height: number; components: 1 | 3 | 4; isInverted: boolean; orientation: number }

function unsupported(reason: string): never {
  throw new PadesError('image_unsupported', { reason })
}

/** Reads the frame header (ITU-T T.81 §B.2.2) and the segments before it. Throws `image_unsupported`. */
export function readJpeg(bytes: Uint8Array): Jpeg {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  let isAdobe = false
  let orientation = 1
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) unsupported('damaged JPEG')
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    const length = view.getUint16(at + 2)
    if (marker === 0xee && bytes[at + 4] === 0x41 && bytes[at + 5] === 0x64) isAdobe = true
    if (marker === 0xe1) orientation = orientationOf(bytes.subarray(at + 4, at + 2 + length)) ?? orientation
    // SOF0…SOF2: baseline, extended, progressive; the rest of SOFn no PDF reader decodes.
    if (marker >= 0xc0 && marker <= 0xc2) {
      if (bytes[at + 4] !== 8) unsupported('JPEG is not 8 bits deep')
      const components = bytes[at + 9]
      if (components !== 1 && components !== 3 && components !== 4) return unsupported('JPEG components')
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      // Adobe writes CMYK inverted
      return { width, height, components, isInverted: components === 4 && isAdobe, orientation }
    }
    if (marker === 0xd9 || marker === 0xda) break
    at += 2 + length
  }
  return unsupported('damaged JPEG')
}

/** The orientation in an Exif segment (CIPA DC-008 §4.6.5, tag 0x0112 of IFD0): photos of telephones rely on it. */
function orientationOf(segment: Uint8Array): number | null {
  if (segment.length < 14 || Buffer.from(segment.subarray(0, 6)).toString('latin1') !== 'Exif\0\0') return null
  const tiff = new DataView(segment.buffer, segment.byteOffset + 6, segment.length - 6)
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
