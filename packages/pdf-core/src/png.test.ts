import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { ImageError } from './image-error.ts'
import { clearSamples, readPng, requireWhole, samplesOf } from './png.ts'

const size = { width: 13, height: 9 }

/** Colours and opacities that differ between pixels. */
function picture(channels: 3 | 4) {
  const data = Buffer.alloc(size.width * size.height * channels)
  for (let i = 0; i < data.length; i++) data[i] = (i * 37 + (i >> 3) * 11) % 256
  return sharp(data, { raw: { ...size, channels } })
}

const chunk = (kind: string, data: Uint8Array): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(kind, 4, 'latin1')
  return Buffer.concat([head, data, Buffer.alloc(4)])
}

/** A PNG of one row, without checksums. */
function handmade(depth: number, colour: number, row: number[], more: Buffer[] = [], width = 4): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(1, 4)
  header.set([depth, colour, 0, 0, 0], 8)
  const parts = [
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(Buffer.of(0, ...row))),
    chunk('IEND', Buffer.of()),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

describe('PNG samples', () => {
  it.each([
    ['colour', () => picture(3).png({ compressionLevel: 9, adaptiveFiltering: true }), 3],
    ['colour with opacity', () => picture(4).png({ adaptiveFiltering: true }), 4],
    ['interlaced', () => picture(4).png({ progressive: true }), 4],
    ['grey', () => picture(3).toColourspace('b-w').png(), 1],
    ['sixteen bits', () => picture(3).toColourspace('rgb16').png(), 3],
  ] as const)('%s match those of another reader', async (_, make, channels) => {
    const bytes = await make().toBuffer()
    const png = readPng(bytes)
    expect(png).toMatchObject({ ...size, channels })
    const expected = await sharp(bytes)
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .raw()
      .toBuffer()
    expect(Buffer.from(samplesOf(png)).equals(expected)).toBe(true)
  })

  it('of a palette are its indices', async () => {
    const bytes = await picture(4).png({ palette: true, colours: 16 }).toBuffer()
    const png = readPng(bytes)
    const { palette, clear } = png
    const seen = [...samplesOf(png)].flatMap((index) => [
      ...palette!.subarray(index * 3, index * 3 + 3),
      clear?.[index] ?? 255,
    ])
    expect(Buffer.from(seen).equals(await sharp(bytes).ensureAlpha().raw().toBuffer())).toBe(true)
  })

  it('of few bits are scaled', () => {
    expect([...samplesOf(readPng(handmade(2, 0, [0b00011011])))]).toEqual([0, 85, 170, 255])
    expect([...samplesOf(readPng(handmade(1, 0, [0b10100000])))]).toEqual([255, 0, 255, 0])
    expect([...samplesOf(readPng(handmade(4, 0, [0x0f, 0x80])))]).toEqual([0, 255, 136, 0])
  })

  it('may have one transparent colour', () => {
    const clear = chunk('tRNS', Buffer.of(0, 10, 0, 20, 0, 30))
    expect(clearSamples(readPng(handmade(8, 2, [10, 20, 30, 1, 2, 3], [clear], 2)))).toEqual([10, 20, 30])
    expect(clearSamples(readPng(handmade(8, 2, [10, 20, 30, 1, 2, 3], [], 2)))).toBeNull()
  })
})

describe('reading an invalid PNG', () => {
  const whole = handmade(8, 0, [1, 2, 3, 4])
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['only a signature', whole.subarray(0, 20)],
    ['a depth that there is not', handmade(3, 0, [1])],
    ['sixteen bits of a palette', handmade(16, 3, [1])],
    ['a palette that is missing', handmade(8, 3, [0, 0, 0, 0])],
    [
      'a chunk that is longer than the file',
      Buffer.concat([whole.subarray(0, 33), Buffer.from('7fffffff49444154', 'hex'), whole]),
    ],
  ])('%s is refused', (_, bytes) => {
    expect(() => readPng(bytes)).toThrow(ImageError)
  })

  it.each([
    ['rows that are missing', handmade(8, 0, [1, 2])],
    [
      'more than it says',
      handmade(
        8,
        0,
        Array.from({ length: 100_000 }, () => 0),
      ),
    ],
    ['data that is none', Buffer.concat([whole.subarray(0, 41), Buffer.alloc(8), whole.subarray(49)])],
  ])('%s is refused on decoding', (_, bytes) => {
    expect(() => requireWhole(readPng(bytes))).toThrow(ImageError)
  })

  it('an unknown filter of a row is refused', () => {
    const header = handmade(8, 4, [0, 0, 0, 0, 0, 0, 0, 0])
    const at = header.indexOf('IDAT') - 4
    const bad = Buffer.concat([
      header.subarray(0, at),
      chunk('IDAT', deflateSync(Buffer.of(9, 0, 0, 0, 0, 0, 0, 0, 0))),
      chunk('IEND', Buffer.of()),
    ])
    expect(() => samplesOf(readPng(bad))).toThrow(ImageError)
  })
})
