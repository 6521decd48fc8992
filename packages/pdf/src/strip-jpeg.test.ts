import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { stripJpeg, type JpegFrame } from './strip-jpeg.ts'

const [width, height] = [48, 32]
const colour: JpegFrame = { width, height, components: 3 }
const grey: JpegFrame = { width, height, components: 1 }

const gradient = sharp(
  Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 7 + Math.floor(at / width)) % 256)),
  { raw: { width, height, channels: 3 } },
)
const usual = await gradient.clone().jpeg().toBuffer()
const shades = await gradient.clone().toColourspace('b-w').jpeg().toBuffer()

const segment = (marker: number, body: Uint8Array | string): Buffer => {
  const bytes = Buffer.from(body as string, 'latin1')
  return Buffer.concat([Buffer.of(0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255), bytes])
}
/** Inserts segments right after the start. */
const withSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
const adobe = (transform: number) => segment(0xee, `Adobe\0d\0\0\0\0${String.fromCharCode(transform)}`)
/** Start of the body of the first segment with this marker. */
const bodyAt = (jpeg: Buffer, marker: number): number => jpeg.indexOf(Buffer.of(0xff, marker)) + 4
const changed = (jpeg: Buffer, at: number, value: number): Buffer => {
  const copy = Buffer.from(jpeg)
  copy[at] = value
  return copy
}
const frame = bodyAt(usual, 0xc0)
const scanAt = usual.indexOf(Buffer.of(0xff, 0xda))

const sound: [string, Buffer, JpegFrame][] = [
  ['in one pass', usual, colour],
  ['grey', shades, grey],
  ['progressive', await gradient.clone().jpeg({ progressive: true }).toBuffer(), colour],
  ['with its colours whole', await gradient.clone().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(), colour],
  ['with the tables of mozjpeg', await gradient.clone().jpeg({ mozjpeg: true }).toBuffer(), colour],
  ['that says it is turned', await gradient.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer(), colour],
  ['with a profile', await gradient.clone().withIccProfile('p3').jpeg().toBuffer(), colour],
  ['of Adobe', withSegments(usual, adobe(1)), colour],
  ['with a comment', withSegments(usual, segment(0xfe, 'written by hand')), colour],
  ['with more after its end', Buffer.concat([usual, Buffer.from('<script>')]), colour],
]
it.each(sound)('stripJpeg of a JPEG %s keeps its picture and drops the rest', async (_, jpeg, expected) => {
  const plain = stripJpeg(jpeg, expected)!
  const { orientation, icc, exif, format } = await sharp(plain).metadata()
  expect({ orientation, icc, exif, format }).toEqual({ format: 'jpeg' })
  const pixels = (bytes: Uint8Array) => sharp(bytes, { ignoreIcc: true }).raw().toBuffer()
  expect(await pixels(plain)).toEqual(await pixels(jpeg))
  expect([...plain.subarray(-2)]).toEqual([0xff, 0xd9])
  for (const trace of ['<script>', 'Adobe', 'Exif', 'written']) expect(Buffer.from(plain).includes(trace)).toBe(false)
})

const inks = await gradient.clone().toColourspace('cmyk').jpeg().toBuffer()
const scan = usual.subarray(scanAt, -2)
const manyScans = [usual.subarray(0, scanAt), ...Array.from({ length: 30 }, () => scan), usual.subarray(-2)]

describe('stripJpeg refuses', () => {
  const wrong: [string, Uint8Array, JpegFrame?][] = [
    ['nothing', new Uint8Array()],
    ['no JPEG', Buffer.from('GIF89a')],
    ['another width', usual, { ...colour, width: width + 1 }],
    ['another height', usual, { ...colour, height: height - 1 }],
    ['grey that should have colours', shades],
    ['colours that should be grey', usual, grey],
    ['no end', usual.subarray(0, -2)],
    ['an end before any scan', Buffer.concat([usual.subarray(0, scanAt), Buffer.of(0xff, 0xd9)])],
    ['a cut segment', usual.subarray(0, frame + 3)],
    ['a segment without length', withSegments(usual, Buffer.of(0xff, 0xe1, 0, 1))],
    ['a segment beyond the end', withSegments(usual, Buffer.of(0xff, 0xe1, 0xff, 0xff))],
    ['two frames', withSegments(usual, segment(0xc0, usual.subarray(frame, frame + 15)))],
    ['a scan before the frame', withSegments(usual, segment(0xda, '\x01\x01\x00\x00\x3f\x00'))],
    ['a picture within', withSegments(usual, Buffer.of(0xff, 0xd8))],
    ['12 bits', changed(usual, frame, 12)],
    ['no size', changed(changed(usual, frame + 3, 0), frame + 4, 0), { ...colour, width: 0 }],
    ['arithmetic coding', changed(usual, frame - 3, 0xc9)],
    ['lossless coding', changed(usual, frame - 3, 0xc3)],
    ['hierarchical coding', changed(usual, frame - 3, 0xc5)],
    ['a sampling of 0', changed(usual, frame + 7, 0x01)],
    ['a table of quantization that cannot be', changed(usual, frame + 8, 9)],
    ['the same component twice', changed(usual, frame + 9, usual[frame + 6]!)],
    [
      'components called R, G, B',
      [0x52, 0x47, 0x42].reduce<Buffer>((jpeg, id, at) => changed(jpeg, frame + 6 + at * 3, id), usual),
    ],
    ['a scan of a component that is not there', changed(usual, scanAt + 5, 77)],
    ['the lines told later', withSegments(usual, segment(0xdc, '\x00\x20'))],
    ['red, green and blue by Adobe', withSegments(usual, adobe(0))],
    ['four inks', inks],
    ['short quantization', withSegments(usual, segment(0xdb, '\0'.repeat(40)))],
    ['more codes than there are', withSegments(usual, segment(0xc4, `\0${'\xff'.repeat(16)}`))],
    ['an unknown marker', withSegments(usual, segment(0x02, 'x'))],
    ['thousands of segments', withSegments(usual, ...Array.from({ length: 5000 }, () => segment(0xfe, '')))],
    ['a scan again and again', Buffer.concat(manyScans)],
  ]
  it.each(wrong)('%s', (_, jpeg, expected = colour) => expect(stripJpeg(jpeg, expected)).toBeNull())

  it('any bytes quickly', () => {
    let seed = 5
    const random = (below: number) => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) % below
    for (let turn = 0; turn < 2000; turn++) {
      const damaged = Buffer.from(usual)
      for (let flip = 0; flip < 4; flip++) damaged[random(damaged.length)] = random(256)
      const plain = stripJpeg(damaged, colour)
      if (plain !== null) expect(stripJpeg(plain, colour)).toEqual(plain)
    }
    expect(stripJpeg(Buffer.alloc(400_000, 0xff), colour)).toBeNull()
  })
})
