/** What an image dictionary declares about its JPEG. */
export type JpegFrame = { width: number; height: number; components: 1 | 3 }

/** Huffman coding, sequential or progressive (ITU-T T.81, table B.1). */
const baseline = 0xc0
const progressive = 0xc2
const tables = { huffman: 0xc4, quantization: 0xdb, restart: 0xdd }
const [startOfImage, endOfImage, startOfScan, adobe] = [0xd8, 0xd9, 0xda, 0xee]
/** Usual progressive files have ten scans; each one costs a full pass over the picture. */
const maxScans = 24
const maxSegments = 256
/** JFIF 1.1, square dots: declares three components as luminance and two chrominances. */
const plainHeader = Uint8Array.of(0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0)

type Segment = { marker: number; from: number; body: Uint8Array; to: number }
type State = { expected: JpegFrame; isFramed: boolean; ids: Set<number>; scans: number }

/**
 * Strips a JPEG to its picture: no EXIF, colour profile, comments, preview or trailing bytes. Null unless it is a
 * complete 8-bit JPEG in grey or YCbCr of the `expected` size. Segments are checked one by one; the coded data is not
 * decoded.
 */
export function stripJpeg(bytes: Uint8Array, expected: JpegFrame): Uint8Array | null {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) return null
  const kept: Uint8Array[] = [bytes.subarray(0, 2), plainHeader]
  const state: State = { expected, isFramed: false, ids: new Set(), scans: 0 }
  let at = 2
  for (let count = 0; count < maxSegments; count++) {
    if (bytes[at] === 0xff && bytes[at + 1] === endOfImage) {
      kept.push(bytes.subarray(at, at + 2))
      return state.scans > 0 ? Buffer.concat(kept) : null
    }
    const segment = readSegment(bytes, at)
    if (segment === null || !isSound(segment, state)) return null
    const end = segment.marker === startOfScan ? endOfCodes(bytes, segment.to) : segment.to
    if (!isMetadata(segment.marker)) kept.push(bytes.subarray(segment.from, end))
    at = end
  }
  return null
}

/** A marker with its length (§B.1.1.4), after any number of FF fill bytes. */
function readSegment(bytes: Uint8Array, start: number): Segment | null {
  let at = start
  while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++
  const [first, marker, high, low] = bytes.subarray(at, at + 4)
  if (first !== 0xff || marker === undefined || high === undefined || low === undefined) return null
  const to = at + 2 + high * 256 + low
  return to < at + 4 || to > bytes.length ? null : { marker, from: at, body: bytes.subarray(at + 4, to), to }
}

/** Skips a scan: finds the next marker other than a stuffed FF or a restart. */
function endOfCodes(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1) {
    const next = bytes[at + 1] ?? 0xd9
    const isInside = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isInside) return at
    at = bytes.indexOf(0xff, next === 0xff ? at + 1 : at + 2)
  }
  return bytes.length
}

/** Application segments and comments: all metadata. */
function isMetadata(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
}

function isSound({ marker, body }: Segment, state: State): boolean {
  if (marker === adobe) return isUsualColour(body, state.expected)
  if (isMetadata(marker)) return true
  if (marker === baseline || marker === progressive) return !state.isFramed && readFrame(body, state)
  if (marker === startOfScan) return state.isFramed && ++state.scans <= maxScans && isScan(body, state)
  if (marker === tables.quantization) return isQuantization(body)
  if (marker === tables.huffman) return isHuffman(body)
  return marker === tables.restart && body.length === 2
}

/** Adobe's segment may declare RGB components, which the engine would have to convert. */
function isUsualColour(body: Uint8Array, { components }: JpegFrame): boolean {
  const isAdobe = Buffer.from(body.subarray(0, 5)).toString('latin1') === 'Adobe'
  return !isAdobe || (body.length === 12 && body[11] === (components === 3 ? 1 : 0))
}

/** §B.2.2: 8 bits, the expected size, components with distinct ids that do not spell R, G, B. */
function readFrame(body: Uint8Array, state: State): boolean {
  const { width, height, components } = state.expected
  const [depth, lines, dots, count] = [body[0], read16(body, 1), read16(body, 3), body[5]]
  if (depth !== 8 || lines !== height || dots !== width || count !== components) return false
  if (width === 0 || height === 0 || body.length !== 6 + 3 * components) return false
  for (let at = 6; at < body.length; at += 3) {
    const [id = 0, sampling = 0, table = 255] = body.subarray(at, at + 3)
    if (!isFactor(sampling >> 4) || !isFactor(sampling & 15) || table > 3) return false
    state.ids.add(id)
  }
  state.isFramed = true
  return state.ids.size === components && ![0x52, 0x47, 0x42].every((letter) => state.ids.has(letter))
}

function isFactor(factor: number): boolean {
  return factor === 1 || factor === 2 || factor === 4
}

/** §B.2.3: some components of the frame, each once. */
function isScan(body: Uint8Array, { ids }: State): boolean {
  const count = body[0] ?? 0
  if (count < 1 || count > ids.size || body.length !== 4 + 2 * count) return false
  const named = Array.from({ length: count }, (_, index) => body[1 + 2 * index] ?? -1)
  return new Set(named).size === count && named.every((id) => ids.has(id))
}

/** §B.2.4.1: tables of 64 steps, of one or two bytes. */
function isQuantization(body: Uint8Array): boolean {
  let at = 0
  while (at < body.length) {
    const head = body[at] ?? 255
    if (head >> 4 > 1 || (head & 15) > 3) return false
    at += 1 + 64 * (1 + (head >> 4))
  }
  return at === body.length && at > 0
}

/** §B.2.4.2: number of codes of each length from 1 to 16, then their values. */
function isHuffman(body: Uint8Array): boolean {
  let at = 0
  while (at < body.length) {
    const head = body[at] ?? 255
    const codes = body.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0)
    if (head >> 4 > 1 || (head & 15) > 3 || codes > 256) return false
    at += 17 + codes
  }
  return at === body.length && at > 0
}

function read16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)
}
