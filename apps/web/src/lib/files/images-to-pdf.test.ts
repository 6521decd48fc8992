import { describe, expect, it } from 'vitest'
import { turnedSize } from './image-page.ts'
import { imagesToPdf, placeOnA4 } from './images-to-pdf.ts'

/** Begins and ends as a JPEG does (ITU-T T.81, B.1.1.3); the writer ignores the rest. */
const jpeg = (...inside: number[]) => new Uint8Array([0xff, 0xd8, ...inside, 0xff, 0xd9])
const now = new Date('2026-11-20T19:30:00Z')

async function written(pages: Parameters<typeof imagesToPdf>[0], title = 'Fotos') {
  const blob = imagesToPdf(pages, title, now)
  const bytes = new Uint8Array(await new Response(await blob.arrayBuffer()).arrayBuffer())
  // One character per byte, so that offsets are positions.
  return { blob, bytes, text: Array.from(bytes, (byte) => String.fromCharCode(byte)).join('') }
}

describe('a PDF of images', () => {
  const pages = [
    { jpeg: jpeg(1, 2, 0x0a, 0x0d), width: 600, height: 800 },
    { jpeg: jpeg(9), width: 1600, height: 900 },
  ]

  it('has a cross-reference table with the offset of every object (ISO 32000-2, 7.5.4)', async () => {
    const { blob, text } = await written(pages)
    expect(blob.type).toBe('application/pdf')
    expect(text.startsWith('%PDF-1.7\n')).toBe(true)
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
    const table = text.slice(start)
    const [, count = ''] = /^xref\n0 (\d+)\n0000000000 65535 f \n/.exec(table) ?? []
    expect(Number(count)).toBe(10)
    const offsets = Array.from(table.matchAll(/(\d{10}) 00000 n \n/g), ([, offset]) => Number(offset))
    expect(offsets).toHaveLength(9)
    for (const [at, offset] of offsets.entries()) {
      expect(text.slice(offset, offset + 10)).toMatch(new RegExp(`^${at + 1} 0 obj\\n`))
    }
  })

  it('contains each image byte for byte, with its length', async () => {
    const { bytes, text } = await written(pages)
    const images = [...text.matchAll(/\/Filter \/DCTDecode \/Length (\d+) >>\nstream\n/g)].map((match) => {
      const from = match.index + match[0].length
      return bytes.slice(from, from + Number(match[1]))
    })
    expect(images).toEqual(pages.map((page) => page.jpeg))
    expect(text).toContain('/Kids [4 0 R 7 0 R] /Count 2')
  })

  it('rotates the page like the image and keeps the aspect ratio', async () => {
    const { text } = await written(pages)
    expect([...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, w, h]) => [w, h])).toEqual([
      ['595.28', '841.89'],
      ['841.89', '595.28'],
    ])
    for (const [width, height] of [
      [600, 800],
      [1600, 900],
      [10, 4000],
    ] as const) {
      const at = placeOnA4(width, height)
      expect(at.width / at.height).toBeCloseTo(width / height, 1)
      expect(at.x).toBeGreaterThanOrEqual(14)
      expect(at.x + at.width).toBeLessThanOrEqual(at.page.width - 14)
      expect(at.y + at.height).toBeLessThanOrEqual(at.page.height - 14)
    }
  })

  it('stores a title with any characters', async () => {
    const { text } = await written(pages, 'Año (ñ) \\')
    expect(text).toContain('/Title <FEFF004100F1006F0020002800F100290020005C>')
    expect(text).toContain('/CreationDate (D:20261120193000Z)')
  })

  it('needs a page', () => expect(() => imagesToPdf([], 'Nada')).toThrow(RangeError))
})

it('turnedSize rotates an image and scales a large one down', () => {
  expect(turnedSize(6000, 4000, 1)).toEqual({ width: 2000, height: 3000, scale: 0.5 })
  expect(turnedSize(600, 400, 2)).toEqual({ width: 600, height: 400, scale: 1 })
})
