import type { ImageHead } from './field-value.ts'

/** Frames supported by PDF's DCTDecode (ISO 32000-2 §7.4.8): baseline, extended and progressive, with Huffman codes. */
const frames = new Set([0xc0, 0xc1, 0xc2])
/** Markers of unsupported frames: lossless, hierarchical, arithmetic. */
const otherFrames = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])

/** Size and orientation from the segments before the pixels of a JPEG (ITU-T T.81 annex B); grey or colour, no CMYK. */
export function readJpeg(bytes: Uint8Array): ImageHead | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let orientation = 1
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at++
      continue
    }
    const length = view.getUint16(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length || otherFrames.has(marker) || marker === 0xda) return undefined
    if (marker === 0xe1) orientation = exifOrientation(bytes.subarray(at + 4, end)) ?? orientation
    if (frames.has(marker)) return readFrame(bytes.subarray(at + 4, end), orientation)
    at = end
  }
  return undefined
}

function readFrame(frame: Uint8Array, orientation: number): ImageHead | undefined {
  if (frame.length < 6) return undefined
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  const [height, width] = [view.getUint16(1), view.getUint16(3)]
  const colours = frame[5]
  if (frame[0] !== 8 || width === 0 || height === 0 || (colours !== 1 && colours !== 3)) return undefined
  return orientation >= 5 ? { width: height, height: width, orientation } : { width, height, orientation }
}

/** The orientation of an EXIF segment: `Exif\0\0`, then a TIFF whose first directory has the tag 0x0112. */
function exifOrientation(segment: Uint8Array): number | undefined {
  if (String.fromCharCode(...segment.subarray(0, 6)) !== 'Exif\0\0' || segment.length < 16) return undefined
  const tiff = new DataView(segment.buffer, segment.byteOffset + 6, segment.byteLength - 6)
  const little = tiff.getUint16(0) === 0x4949
  const directory = tiff.getUint32(4, little)
  if (directory + 2 > tiff.byteLength) return undefined
  const entries = tiff.getUint16(directory, little)
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > tiff.byteLength) return undefined
    if (tiff.getUint16(entry, little) !== 0x0112) continue
    const value = tiff.getUint16(entry + 8, little)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}
