import { describe, expect, it } from 'vitest'
import type { Handle, Rect } from '../../../../lib/files/geometry.ts'
import { field, pages } from '../test/make.ts'
import { leastBox, resizeBox, scaleBy, scaleInto } from './scale.ts'
import type { SnapOptions } from './snap.ts'

const page = { width: 600, height: 800 }
const box = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height })
const free: SnapOptions = { grid: 0, neighbours: false, reach: 4 }
const neighbours: SnapOptions = { ...free, neighbours: true }
const none = { width: 8, height: 8 }

describe('scaling fields with their bounding box', () => {
  const from = box(100, 100, 300, 100)
  const three = [
    field('left', box(100, 100, 120, 20)),
    field('right', box(280, 100, 120, 20)),
    field('below', box(100, 180, 60, 20)),
  ]

  it('keeps positions and sizes in proportion', () => {
    expect([...scaleInto(three, from, box(50, 100, 600, 50)).values()]).toEqual([
      box(50, 100, 240, 10),
      box(410, 100, 240, 10),
      box(50, 140, 120, 10),
    ])
  })

  it('changes nothing for the same box', () => {
    expect([...scaleInto(three, from, from).values()]).toEqual(
      three.map(({ x, y, width, height }) => box(x, y, width, height)),
    )
  })

  it('keeps aligned fields aligned after rounding', () => {
    const rows = Array.from({ length: 7 }, (_, at) => field(`${at}`, box(33.33, 20 + 30.1 * at, 100.7 - at * 3.3, 20)))
    const round = box(33.33, 20, 100.7, 200.6)
    const places = [...scaleInto(rows, round, box(33.33, 20, 77, 91)).values()]
    expect(new Set(places.map(({ x }) => x)).size).toBe(1)
    const ends = scaleInto(
      rows.map((one) => ({ ...one, x: 134.03 - one.width })),
      round,
      box(40, 20, 77.77, 200.6),
    )
    expect(new Set([...ends.values()].map(({ x, width }) => Math.round((x + width) * 100))).size).toBe(1)
  })

  it('respects the minimum size and the smallest box', () => {
    const odd = [field('a', box(100.33, 100, 8, 8)), field('b', box(116.71, 131.17, 21.37, 11.13))]
    const round = box(100.33, 100, 37.75, 42.3)
    const least = leastBox(round, odd)
    expect(least.width).toBe(round.width)
    const halves = [field('a', box(100.03, 100, 16, 16)), field('b', box(121.04, 119.03, 16.01, 16.01))]
    const wide = box(100.03, 100, 37.02, 35.04)
    const small = leastBox(wide, halves)
    for (const { x, y, width, height } of scaleInto(halves, wide, { ...wide, ...small }).values()) {
      expect(width).toBeGreaterThanOrEqual(8)
      expect(height).toBeGreaterThanOrEqual(8)
      expect(x + width).toBeLessThanOrEqual(wide.x + small.width + 0.006)
      expect(y + height).toBeLessThanOrEqual(wide.y + small.height + 0.006)
    }
  })

  it('leaves a field that is already smaller as it is', () => {
    expect(leastBox(box(0, 0, 6, 40), [field('a', box(0, 0, 6, 40))])).toEqual({ width: 6, height: 8 })
  })
})

describe('resizing the bounding box', () => {
  const round = box(100, 100, 200, 100)
  const pull = (handle: Handle, x: number, y: number, { ratio = false, options = free, others = [] as Rect[] } = {}) =>
    resizeBox(round, { handle, by: { x, y }, least: none, ratio }, { others, page }, options)

  it.each([
    ['nw', box(110, 120, 190, 80)],
    ['n', box(100, 120, 200, 80)],
    ['ne', box(100, 120, 210, 80)],
    ['e', box(100, 100, 210, 100)],
    ['se', box(100, 100, 210, 120)],
    ['s', box(100, 100, 200, 120)],
    ['sw', box(110, 100, 190, 120)],
    ['w', box(110, 100, 190, 100)],
  ] as const)('by %s moves only the sides of that handle', (handle, rect) => {
    expect(pull(handle, 10, 20).rect).toEqual(rect)
  })

  it('stops at the page and at the smallest box', () => {
    expect(pull('se', 5000, 5000).rect).toEqual(box(100, 100, 500, 700))
    expect(
      resizeBox(
        round,
        { handle: 'nw', by: { x: 500, y: 500 }, least: { width: 80, height: 30 }, ratio: false },
        { others: [], page },
        free,
      ).rect,
    ).toEqual(box(220, 170, 80, 30))
  })

  it('snaps to the edges of other fields, also at the smallest box', () => {
    const held = pull('e', 57, 0, { options: neighbours, others: [box(360, 300, 50, 20)] })
    expect(held.rect).toEqual(box(100, 100, 260, 100))
    expect(held.guides).toEqual([{ kind: 'line', axis: 'x', at: 360, from: 100, to: 320 }])
    const least = { width: 150, height: 8 }
    const low = resizeBox(
      round,
      { handle: 'e', by: { x: -60, y: 0 }, least, ratio: false },
      { others: [box(248, 300, 50, 20)], page },
      neighbours,
    )
    expect(low.rect.width).toBe(150)
  })

  describe('with Shift', () => {
    const ratio = true

    it('keeps the aspect ratio and the opposite corner', () => {
      expect(pull('se', 100, 10, { ratio }).rect).toEqual(box(100, 100, 300, 150))
      expect(pull('nw', -40, 5, { ratio }).rect).toEqual(box(60, 80, 240, 120))
      expect(pull('ne', 0, -50, { ratio }).rect).toEqual(box(100, 50, 300, 150))
    })

    it('grows from the middle of the opposite side', () => {
      expect(pull('e', 100, 0, { ratio }).rect).toEqual(box(100, 75, 300, 150))
      expect(pull('n', 0, -50, { ratio }).rect).toEqual(box(50, 50, 300, 150))
    })

    it('stops where either direction stops', () => {
      expect(pull('e', 5000, 0, { ratio }).rect).toEqual(box(100, 25, 500, 250))
      expect(pull('s', 0, 5000, { ratio }).rect).toEqual(box(0, 100, 400, 200))
    })

    it('snaps only in the leading direction', () => {
      const { rect, guides } = pull('se', 97, 44, {
        ratio,
        options: neighbours,
        others: [box(400, 500, 50, 20), box(10, 146, 40, 99)],
      })
      expect(rect).toEqual(box(100, 100, 300, 150))
      expect(guides).toEqual([{ kind: 'line', axis: 'x', at: 400, from: 100, to: 520 }])
    })
  })
})

describe('resizing with the keyboard', () => {
  it('moves the lower right corner of each page’s bounding box', () => {
    const grown = scaleBy(
      [
        field('a', box(100, 100, 50, 20)),
        field('b', box(150, 100, 50, 20)),
        field('c', { ...box(10, 10, 30, 30), page: 2 }),
      ],
      { x: 10, y: 0 },
      pages,
    )
    expect(grown.map(({ x, width }) => [x, width])).toEqual([
      [100, 55],
      [155, 55],
      [10, 40],
    ])
  })

  it('is reversible', () => {
    const fields = [field('a', box(101, 100, 47, 20)), field('b', box(163, 133, 51, 21))]
    const there = scaleBy(fields, { x: 1, y: 10 }, pages)
    expect(scaleBy(there, { x: -1, y: -10 }, pages)).toEqual(fields)
  })
})
