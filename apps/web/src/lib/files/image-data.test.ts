import { describe, expect, it } from 'vitest'
import { scaleFor } from './image-data.ts'

describe('the scale of an image before upload', () => {
  it.each([
    // A box of one inch holds 300 dots.
    [{ width: 600, height: 600 }, { width: 72, height: 72 }, 0.5],
    [{ width: 3000, height: 600 }, { width: 72, height: 72 }, 0.1],
    // Small images keep their size.
    [{ width: 100, height: 80 }, { width: 72, height: 72 }, 1],
    // At least one dot.
    [{ width: 10_000, height: 1 }, { width: 0.001, height: 72 }, 1 / 10_000],
  ])('of %j in a box of %j is %f', (image, box, scale) => {
    expect(scaleFor(image, box)).toBeCloseTo(scale, 6)
  })
})
