import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { PadesError } from '../errors.ts'
import { readImage } from './image.ts'
import { chunk, pngOf, rowsOf } from './testing/images.ts'

const codeOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof PadesError) return error.code
    throw error
  }
  return 'no error'
}

const inflated = (data: Uint8Array): number[] => [...inflateSync(data)]

describe('PNG', () => {
  it('parts colour and opacity, row filters undone', () => {
    // Row 1 by "left": red opaque, then green half clear. Row 2 by "up": blue hardly seen, then a dark dot.
    const raw = Buffer.from([1, 255, 0, 0, 255, 1, 255, 0, 129, 2, 1, 0, 255, 21, 9, 9, 7, 134])
    const image = readImage(pngOf({ width: 2, height: 2, bits: 8, colour: 6 }, raw))
    expect(inflated(image.data)).toEqual([255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 8, 7])
    expect(inflated(image.mask!.data)).toEqual([255, 128, 20, 6])
  })

  it('passes an opaque picture through as it is compressed', () => {
    const image = readImage(pngOf({ width: 2, height: 1, bits: 8, colour: 2 }, Buffer.from([0, 1, 2, 3, 4, 5, 6])))
    expect(image.entries).toContain('/DecodeParms << /Predictor 15 /Colors 3 /BitsPerComponent 8 /Columns 2 >>')
    expect(image.entries).not.toContain('/Mask')
    expect(image.mask).toBeUndefined()
  })

  it('leaves the one clear colour to the reader', () => {
    const colour = { width: 1, height: 1, bits: 8, colour: 2 }
    const keyed = pngOf(colour, Buffer.from([0, 1, 2, 3]), chunk('tRNS', Buffer.from([0, 255, 0, 254, 0, 253])))
    expect(readImage(keyed).entries).toContain('/Mask [255 255 254 254 253 253]')
    const grey = { width: 4, height: 1, bits: 2, colour: 0 }
    expect(readImage(pngOf(grey, Buffer.from([0, 0xe4]), chunk('tRNS', Buffer.from([0, 3])))).entries).toContain(
      '/Mask [3 3]',
    )
  })

  it('reads palettes with and without transparency', () => {
    const palette = chunk('PLTE', Buffer.from([0, 0, 0, 255, 255, 255, 1, 2, 3]))
    const head = { width: 3, height: 1, bits: 2, colour: 3 }
    const row = Buffer.from([0, 0b00011000])
    expect(readImage(pngOf(head, row, palette)).entries).toContain('[/Indexed /DeviceRGB 2 <000000ffffff010203>]')
    const clear = readImage(pngOf(head, row, palette, chunk('tRNS', Buffer.from([9, 77]))))
    expect(inflated(clear.data)).toEqual([0, 1, 2])
    expect(inflated(clear.mask!.data)).toEqual([9, 77, 255])
  })

  it.each([
    [0, 1, 1],
    [0, 2, 1],
    [0, 4, 1],
    [0, 8, 1],
    [0, 16, 1],
    [2, 8, 3],
    [2, 16, 3],
    [4, 8, 2],
    [4, 16, 2],
    [6, 8, 4],
    [6, 16, 4],
  ])('an interlaced picture is the plain one: colour type %i, %i bits', (colour, bits, channels) => {
    const most = 2 ** bits - 1
    const sample = (x: number, y: number, c: number): number =>
      c === channels - 1 && channels % 2 === 0 ? most - (x % 2) : (x * 31 + y * 17 + c * 57) % (most + 1)
    for (const [width, height] of [
      [1, 1],
      [5, 3],
      [13, 11],
    ] as const) {
      const head = { width, height, bits, colour, interlace: true }
      const image = readImage(pngOf(head, rowsOf(head, channels, sample)))
      const colours = channels % 2 === 0 ? channels - 1 : channels
      const expected: number[] = []
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          for (let c = 0; c < colours; c++)
            expected.push(bits === 16 ? sample(x, y, c) >> 8 : Math.floor((sample(x, y, c) * 255) / most))
      expect(inflated(image.data)).toEqual(expected)
      expect(image.entries).toContain('/BitsPerComponent 8')
      expect(image.mask !== undefined).toBe(channels % 2 === 0)
    }
  })

  it('an interlaced picture keeps its palette and its clear colour', () => {
    const head = { width: 9, height: 9, bits: 4, colour: 3, interlace: true }
    const palette = chunk('PLTE', Buffer.from(Array.from({ length: 48 }, (_, i) => i)))
    const rows = rowsOf(head, 1, (x, y) => (x + y) % 16)
    const image = readImage(pngOf(head, rows, palette, chunk('tRNS', Buffer.from([8, 200]))))
    expect(inflated(image.data).slice(0, 9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(inflated(image.mask!.data).slice(0, 3)).toEqual([8, 200, 255])
    const grey = { width: 3, height: 1, bits: 8, colour: 0, interlace: true }
    const keyed = pngOf(
      grey,
      rowsOf(grey, 1, (x) => [5, 9, 5][x]!),
      chunk('tRNS', Buffer.from([0, 9])),
    )
    expect(inflated(readImage(keyed).mask!.data)).toEqual([255, 0, 255])
  })

  it('cuts a signature drawn on a large clear sheet to its strokes', () => {
    const head = { width: 40, height: 30, bits: 8, colour: 6 }
    const isInk = (x: number, y: number): boolean => x >= 10 && x < 24 && y >= 12 && y < 17
    const image = readImage(
      pngOf(
        head,
        rowsOf(head, 4, (x, y, c) => (c === 3 ? (isInk(x, y) ? 255 : 3) : 7)),
      ),
    )
    expect([image.width, image.height]).toEqual([14, 5])
    expect(image.entries).toContain('/Width 14 /Height 5')
    expect(inflated(image.mask!.data)).toEqual(Array.from({ length: 70 }, () => 255))
    const blank = pngOf(
      head,
      rowsOf(head, 4, () => 0),
    )
    expect(codeOf(() => readImage(blank))).toBe('image_unsupported')
  })
})

/** A JPEG up to its frame header. */
function jpeg(components: number, ...segments: Buffer[]): Buffer {
  const frame = [0xff, 0xc2, 0, 17, 8, 0, 30, 0, 40, components, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]), ...segments, Buffer.from(frame)])
}

/** An Exif segment with an orientation, in either byte order. */
function exif(orientation: number, little: boolean): Buffer {
  const order = (high: number, low: number): number[] => (little ? [low, high] : [high, low])
  const mark = little ? [0x49, 0x49] : [0x4d, 0x4d]
  const start = little ? [8, 0, 0, 0] : [0, 0, 0, 8]
  const one = little ? [1, 0, 0, 0] : [0, 0, 0, 1]
  const entry = [...order(1, 0x12), ...order(0, 3), ...one, ...order(0, orientation), 0, 0]
  const body = [...Buffer.from('Exif\0\0', 'latin1'), ...mark, ...order(0, 42), ...start, ...order(0, 1), ...entry]
  return Buffer.from([0xff, 0xe1, 0, body.length + 2, ...body])
}

const adobe = Buffer.from([0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 2])

describe('JPEG', () => {
  it('goes in as it is, in its own colours', () => {
    const photo = jpeg(3)
    expect(readImage(photo)).toMatchObject({ width: 40, height: 30, data: photo, turn: null })
    expect(readImage(photo).entries).toContain('/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode')
    expect(readImage(jpeg(1)).entries).toContain('/DeviceGray')
    expect(readImage(jpeg(4)).entries).not.toContain('/Decode ')
    expect(readImage(jpeg(4, adobe)).entries).toContain('/DeviceCMYK')
    expect(readImage(jpeg(4, adobe)).entries).toContain('/Decode [1 0 1 0 1 0 1 0]')
    expect(codeOf(() => readImage(jpeg(2)))).toBe('image_unsupported')
  })

  it.each([true, false])('a photo taken upright is shown upright (little endian: %s)', (little) => {
    expect(readImage(jpeg(3, exif(1, little)))).toMatchObject({ width: 40, height: 30, turn: null })
    expect(readImage(jpeg(3, exif(3, little)))).toMatchObject({ width: 40, height: 30, turn: '-1 0 0 -1 1 1' })
    expect(readImage(jpeg(3, exif(6, little)))).toMatchObject({ width: 30, height: 40, turn: '0 -1 1 0 0 1' })
    expect(readImage(jpeg(3, exif(9, little)))).toMatchObject({ width: 40, height: 30, turn: null })
  })
})

describe('unsupported image data', () => {
  const head = { width: 2, height: 2, bits: 8, colour: 6 }

  it('is refused', () => {
    const bad = [
      Buffer.from('GIF89a'),
      Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
      pngOf(head, Buffer.from([0])),
      pngOf({ ...head, width: 60_000, height: 60_000 }, Buffer.from([0])),
      pngOf(head, Buffer.alloc(100_000)),
      pngOf({ ...head, bits: 3, colour: 2 }, Buffer.alloc(14)),
      pngOf({ ...head, bits: 16, colour: 3 }, Buffer.alloc(14), chunk('PLTE', Buffer.alloc(3))),
      pngOf({ ...head, colour: 3 }, Buffer.alloc(6)),
      pngOf(head, Buffer.alloc(18, 9)),
    ]
    for (const bytes of bad) expect(codeOf(() => readImage(bytes))).toBe('image_unsupported')
  })

  it('ends in the same error when damaged', () => {
    let state = 3
    const random = (limit: number): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state % limit
    }
    const originals = [
      pngOf({ ...head, interlace: true }, Buffer.alloc(26, 1), chunk('PLTE', Buffer.alloc(9))),
      jpeg(3, exif(6, true), adobe),
    ]
    for (let round = 0; round < 3000; round++) {
      const good = originals[round % 2]!
      const copy = Buffer.from(good.subarray(0, round % 3 ? good.length : random(good.length)))
      for (let flips = 1 + random(3); flips > 0 && copy.length > 0; flips--) copy[random(copy.length)] = random(256)
      expect(['image_unsupported', 'no error']).toContain(codeOf(() => readImage(copy)))
    }
  })
})
