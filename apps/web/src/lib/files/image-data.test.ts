import { describe, expect, it } from 'vitest'
import { scaleFor } from './image-data.ts'

describe('how large an image is sent', () => {
  it.each([
    // A box of one inch takes 300 dots.
    [{ width: 600, height: 600 }, { width: 72, height: 72 }, 0.5],
    [{ width: 3000, height: 600 }, { width: 72, height: 72 }, 0.1],
    // What is small already stays as it is.
    [{ width: 100, height: 80 }, { width: 72, height: 72 }, 1],
    // Never less than a dot.
    [{ width: 10_000, height: 1 }, { width: 0.001, height: 72 }, 1 / 10_000],
  ])('%j in %j is drawn %f as large', (image, box, scale) => {
    expect(scaleFor(image, box)).toBeCloseTo(scale, 6)
  })
})
