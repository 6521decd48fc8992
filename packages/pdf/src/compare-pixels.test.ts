import { describe, expect, it } from 'vitest'
import { findDifferences } from './compare-pixels.ts'
import type { RawPage } from './pdfium-document.ts'

type Mark = { x: number; y: number; width?: number; height?: number; grey?: number }

function page(...marks: Mark[]): RawPage {
  const [width, height] = [200, 100]
  const pixels = new Uint8Array(width * height * 4).fill(255)
  for (const { x, y, width: wide = 1, height: high = 1, grey = 0 } of marks) {
    for (let row = y; row < y + high; row += 1) {
      for (let column = x; column < x + wide; column += 1)
        pixels.fill(grey, (row * width + column) * 4, (row * width + column) * 4 + 3)
    }
  }
  return { pixels, width, height }
}

const blank = page()
const mark = { x: 50, y: 40, width: 20, height: 10 }

describe('findDifferences', () => {
  it('finds nothing between equal images', () => {
    expect(findDifferences(page(mark), page(mark), [], 1)).toEqual([])
  })

  it('finds a single pixel that is slightly darker, and its place in points', () => {
    expect(findDifferences(blank, page({ x: 50, y: 40, grey: 245 }), [], 1)).toEqual([
      { x: 50, y: 40, width: 1, height: 1 },
    ])
    expect(findDifferences(blank, page({ x: 50, y: 40, grey: 245 }), [], 2)).toEqual([
      { x: 25, y: 20, width: 0.5, height: 0.5 },
    ])
  })

  it('ignores invisible differences', () => {
    expect(findDifferences(blank, page({ ...mark, grey: 246 }), [], 1)).toEqual([])
  })

  it('finds a change of colour with the same brightness', () => {
    const [red, green] = [page(mark), page(mark)]
    const at = (40 * 200 + 50) * 4
    red.pixels[at] = 200
    green.pixels[at + 1] = 200
    expect(findDifferences(red, green, [], 1)).toHaveLength(1)
  })

  it('returns one rectangle for adjacent differences and separate ones for distant differences', () => {
    const far = { x: 150, y: 5, width: 4, height: 4 }
    const marked = page(mark, { x: 75, y: 52 }, far)
    expect(findDifferences(blank, marked, [], 1)).toEqual([far, { x: 50, y: 40, width: 26, height: 13 }])
  })

  it('ignores a mask including its edge, and checks two pixels outside of it', () => {
    const mask = { x: 50, y: 40, width: 20, height: 10 }
    const edge = page({ x: 49, y: 39, width: 22, height: 12 })
    expect(findDifferences(blank, edge, [mask], 1)).toEqual([])
    expect(findDifferences(blank, page({ x: 48, y: 45 }), [mask], 1)).toHaveLength(1)
    expect(findDifferences(blank, page({ x: 55, y: 52 }), [mask], 1)).toHaveLength(1)
    expect(findDifferences(blank, page({ x: 0, y: 0 }), [{ x: -5, y: -5, width: 500, height: 500 }], 1)).toEqual([])
  })
})
