import { describe, expect, it } from 'vitest'
import {
  arrowStep,
  around,
  fromCorners,
  keepInside,
  minimumSize,
  move,
  resize,
  toPagePoint,
  toPercent,
} from './geometry.ts'

const page = { width: 595, height: 842 }
const rect = { x: 100, y: 200, width: 176, height: 69 }

describe('geometry on a page', () => {
  it.each([0.5, 1, 2])('converts pointer coordinates to points at zoom %d', (zoom) => {
    const box = { left: 40, top: -300, width: page.width * zoom, height: page.height * zoom }
    const client = { x: 40 + 100 * zoom, y: -300 + 200 * zoom }
    expect(toPagePoint(client, box, page)).toEqual({ x: 100, y: 200 })
  })

  it('treats a landscape page as a wider page', () => {
    const landscape = { width: 842, height: 595 }
    const box = { left: 0, top: 0, width: 421, height: 297.5 }
    expect(toPagePoint({ x: 421, y: 297.5 }, box, landscape)).toEqual({ x: 842, y: 595 })
  })

  it('expresses a rectangle in per cent, independent of zoom', () => {
    expect(toPercent({ x: 59.5, y: 84.2, width: 119, height: 421 }, page)).toEqual({
      left: 10,
      top: 10,
      width: 20,
      height: 50,
    })
  })

  it.each([
    [
      { x: 100, y: 100 },
      { x: 300, y: 200 },
    ],
    [
      { x: 300, y: 200 },
      { x: 100, y: 100 },
    ],
    [
      { x: 300, y: 100 },
      { x: 100, y: 200 },
    ],
  ])('makes a rectangle from two corners in any direction', (a, b) => {
    expect(fromCorners(a, b, page)).toEqual({ x: 100, y: 100, width: 200, height: 100 })
  })

  it('respects the minimum size and the page when drawing', () => {
    expect(fromCorners({ x: 10, y: 10 }, { x: 12, y: 11 }, page)).toMatchObject(minimumSize)
    const corner = fromCorners({ x: 590, y: 840 }, { x: 700, y: 900 }, page)
    expect(corner.x + corner.width).toBeLessThanOrEqual(page.width)
    expect(corner.y + corner.height).toBeLessThanOrEqual(page.height)
  })

  it('stops a move at the page edges', () => {
    expect(move(rect, { x: 5, y: -5 }, page)).toEqual({ ...rect, x: 105, y: 195 })
    expect(move(rect, { x: -999, y: 9999 }, page)).toEqual({ ...rect, x: 0, y: page.height - rect.height })
  })

  it.each([
    ['nw', { x: 90, y: 190, width: 186, height: 79 }],
    ['n', { x: 100, y: 190, width: 176, height: 79 }],
    ['ne', { x: 100, y: 190, width: 166, height: 79 }],
    ['e', { x: 100, y: 200, width: 166, height: 69 }],
    ['se', { x: 100, y: 200, width: 166, height: 59 }],
    ['s', { x: 100, y: 200, width: 176, height: 59 }],
    ['sw', { x: 90, y: 200, width: 186, height: 59 }],
    ['w', { x: 90, y: 200, width: 186, height: 69 }],
  ] as const)('resizes at %s and keeps the opposite side', (handle, expected) => {
    expect(resize(rect, handle, { x: -10, y: -10 }, page)).toEqual(expected)
  })

  it('does not resize past the opposite side', () => {
    expect(resize(rect, 'w', { x: 500, y: 0 }, page)).toMatchObject({ width: minimumSize.width })
    expect(resize(rect, 'n', { x: 0, y: 500 }, page)).toMatchObject({ height: minimumSize.height })
  })

  it('accepts another minimum size', () => {
    const smallest = { width: 8, height: 8 }
    expect(resize(rect, 'se', { x: -500, y: -500 }, page, smallest)).toEqual({ x: 100, y: 200, ...smallest })
    expect(keepInside({ x: 0, y: 0, width: 3, height: 9 }, page, smallest)).toEqual({ x: 0, y: 0, width: 8, height: 9 })
  })

  it('moves by arrow keys, ten times as far with Shift', () => {
    expect(arrowStep({ key: 'ArrowLeft', shiftKey: false })).toEqual({ x: -1, y: 0 })
    expect(arrowStep({ key: 'ArrowDown', shiftKey: true })).toEqual({ x: 0, y: 10 })
    expect(arrowStep({ key: 'Enter', shiftKey: false })).toBe(undefined)
  })

  it('centres a tapped rectangle, and shrinks it on a small page', () => {
    expect(around({ x: 300, y: 400 }, page)).toEqual({ x: 212, y: 365.5, width: 176, height: 69 })
    expect(keepInside(rect, { width: 40, height: 20 })).toEqual({ x: 0, y: 0, width: 40, height: 20 })
  })
})
