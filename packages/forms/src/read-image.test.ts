import { templateLimits } from '@foja/contracts/template-field-types'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readImage } from './read-image.ts'

const url = (kind: string, bytes: Iterable<number>) =>
  `data:image/${kind};base64,${Buffer.from(Uint8Array.from(bytes)).toString('base64')}`
const two = (value: number) => [value >> 8, value & 0xff]
const four = (value: number) => [...two(value >>> 16), ...two(value & 0xffff)]
const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0))

/** The head of a PNG; its pixels are not read. */
const png = (width: number, height: number) =>
  [
    [0x89, ...ascii('PNG\r\n\u{1A}\n')],
    four(13),
    ascii('IHDR'),
    four(width),
    four(height),
    [8, 6, 0, 0, 0],
    four(0),
  ].flat()

const segment = (marker: number, content: number[]) => [0xff, marker, ...two(content.length + 2), ...content]
const frame = (width: number, height: number, colours = 3, marker = 0xc0, bits = 8) =>
  segment(marker, [bits, ...two(height), ...two(width), colours, ...Array.from({ length: colours * 3 }, () => 1)])
const jpeg = (...segments: number[][]) => [0xff, 0xd8, ...segments.flat(), ...segment(0xda, [0]), 0xff, 0xd9]

/** An EXIF segment whose directory starts with another tag, in either byte order. */
function exif(orientation: number, little: boolean): number[] {
  const order = (octets: number[]) => (little ? octets.toReversed() : octets)
  const entry = (tag: number, value: number) =>
    [order(two(tag)), order(two(3)), order(four(1)), order(two(value)), [0, 0]].flat()
  const tiff = [...ascii(little ? 'II' : 'MM'), ...order(two(42)), ...order(four(8)), ...order(two(2))]
  return segment(0xe1, [...ascii('Exif\0\0'), ...tiff, ...entry(0x0100, 7), ...entry(0x0112, orientation)])
}

describe('readImage', () => {
  it('reads the size of a PNG', () => {
    const bytes = png(640, 480)
    expect(readImage(url('png', bytes))).toEqual({
      image: { format: 'png', bytes: Uint8Array.from(bytes), width: 640, height: 480, orientation: 1 },
    })
  })

  it.each([0xc0, 0xc1, 0xc2])('reads a JPEG with a frame of kind %i', (marker) => {
    const bytes = jpeg(segment(0xe0, ascii('JFIF\0')), [0xff, ...frame(30, 20, 1, marker)])
    expect(readImage(url('jpeg', bytes))).toMatchObject({
      image: { format: 'jpeg', width: 30, height: 20, orientation: 1 },
    })
  })

  it('reads the orientation, in either byte order', () => {
    for (const little of [true, false]) {
      expect(readImage(url('jpeg', jpeg(exif(6, little), frame(30, 20))))).toMatchObject({
        image: { width: 20, height: 30, orientation: 6 },
      })
      expect(readImage(url('jpeg', jpeg(exif(3, little), frame(30, 20))))).toMatchObject({
        image: { width: 30, height: 20, orientation: 3 },
      })
      expect(readImage(url('jpeg', jpeg(exif(9, little), frame(30, 20))))).toMatchObject({ image: { orientation: 1 } })
    }
  })

  it.each([
    ['another kind of file', url('gif', ascii('GIF89a'))],
    ['an address', 'https://foja.example/sello.png'],
    ['no base64', 'data:image/png;base64,@@@'],
    ['a PNG that is none', url('png', ascii('not an image, though long enough to be one'))],
    ['a PNG without pixels', url('png', png(0, 10))],
    ['a PNG that stops', url('png', png(10, 10).slice(0, 20))],
    ['a JPEG called PNG', url('png', jpeg(frame(30, 20)))],
    ['a JPEG without a frame', url('jpeg', jpeg(segment(0xe0, [0])))],
    ['a JPEG that stops', url('jpeg', jpeg(frame(30, 20)).slice(0, 12))],
    ['a JPEG for printing, in four colours', url('jpeg', jpeg(frame(30, 20, 4)))],
    ['a JPEG of twelve bits', url('jpeg', jpeg(frame(30, 20, 3, 0xc1, 12)))],
    ['a lossless JPEG', url('jpeg', jpeg(frame(30, 20, 3, 0xc3)))],
  ])('refuses %s', (_name, text) => {
    expect(readImage(text)).toEqual({ problem: 'image_wrong' })
  })

  it('refuses images that are too large as a file or unpacked', () => {
    const large = [...png(10, 10), ...Array.from({ length: templateLimits.imageBytes }, () => 0)]
    expect(readImage(url('png', large))).toEqual({ problem: 'image_too_large' })
    expect(readImage(url('png', large.slice(0, templateLimits.imageBytes)))).toHaveProperty('image')
    expect(readImage(url('png', png(60_000, 60_000)))).toEqual({ problem: 'image_too_large' })
    expect(readImage(url('jpeg', jpeg(frame(60_000, 60_000))))).toEqual({ problem: 'image_too_large' })
  })

  it('never throws, for any bytes', () => {
    const head = fc.constantFrom([], [0xff, 0xd8], [0xff, 0xd8, 0xff, 0xe1, 0, 40, ...ascii('Exif\0\0')], png(9, 9))
    fc.assert(
      fc.property(fc.constantFrom('png', 'jpeg'), head, fc.uint8Array({ maxLength: 80 }), (kind, start, rest) => {
        expect(readImage(url(kind, [...start, ...rest]))).toBeTypeOf('object')
      }),
    )
  })
})
