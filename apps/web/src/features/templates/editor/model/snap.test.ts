import { describe, expect, it } from 'vitest'
import type { Rect } from '../../../../lib/files/geometry.ts'
import { snapMove, snapResize, type SnapOptions } from './snap.ts'

const page = { width: 600, height: 800 }
const box = (x: number, y: number, width = 100, height = 20): Rect => ({ x, y, width, height })
const neighbours: SnapOptions = { grid: 0, neighbours: true, reach: 4 }
const free: SnapOptions = { grid: 0, neighbours: false, reach: 4 }
const move = (now: Rect, others: Rect[], options = neighbours, before = box(10, 700)) =>
  snapMove(before, now, { others, page }, options)

describe('snapping while moving', () => {
  it('rounds to whole points, and keeps the fraction of an unmoved axis', () => {
    expect(snapMove(box(10.5, 20.25), box(33.9, 20.25), { others: [], page }, free).rect).toEqual(box(33.5, 20.25))
  })

  it('rounds to the grid', () => {
    expect(move(box(203, 301), [], { ...free, grid: 5 }).rect).toEqual(box(205, 300))
  })

  it.each([
    ['start to start', box(203, 300), 200],
    ['end to end', box(147, 300, 150), 150],
    ['start to end', box(302, 300), 300],
    ['end to start', box(97, 300), 100],
    ['middle to middle', box(173, 300, 150), 175],
  ])('snaps to %s', (_name, now, x) => {
    const { rect, guides } = move(now, [box(200, 100)])
    expect(rect).toEqual({ ...now, x })
    expect(guides.some(({ kind, axis }) => kind === 'line' && axis === 'x')).toBe(true)
  })

  it('does not snap outside of its distance or with neighbours turned off', () => {
    expect(move(box(206, 300), [box(200, 100)])).toEqual({ rect: box(206, 300), guides: [] })
    expect(move(box(203, 300), [box(200, 100)], free).guides).toEqual([])
  })

  it('draws the guide across all aligned fields with the nearest distance', () => {
    const { guides } = move(box(201, 150), [box(200, 100), box(200, 40)])
    expect(guides).toContainEqual({ kind: 'line', axis: 'x', at: 200, from: 40, to: 170 })
    expect(guides).toContainEqual({ kind: 'gap', axis: 'y', at: 250, from: 120, to: 150 })
  })

  it('snaps to the middle of the page', () => {
    const { rect, guides } = move(box(248, 300), [])
    expect(rect.x).toBe(250)
    expect(guides).toEqual([{ kind: 'line', axis: 'x', at: 300, from: 0, to: 800 }])
  })

  it.each([
    ['after two of them', [box(0, 100), box(170, 100)], box(342, 101), 340],
    ['before two of them', [box(200, 100), box(320, 100)], box(82, 101), 80],
  ])('snaps to equal gaps: %s', (_name, row, now, x) => {
    const { rect, guides } = move(now, row)
    expect(rect.x).toBe(x)
    expect(guides.filter(({ kind }) => kind === 'gap')).toHaveLength(2)
  })

  it('snaps to the middle between two fields', () => {
    const { rect, guides } = move(box(118, 101, 30), [box(0, 100), box(170, 100)])
    expect(rect.x).toBe(120)
    expect(guides.filter(({ kind, axis }) => kind === 'gap' && axis === 'x')).toEqual([
      { kind: 'gap', axis: 'x', at: 110, from: 100, to: 120 },
      { kind: 'gap', axis: 'x', at: 110, from: 150, to: 170 },
    ])
  })

  it('stays inside the page', () => {
    expect(move(box(-30, 900), []).rect).toEqual(box(0, 780))
    expect(move(box(0, 300), [box(700, 300)]).rect).toEqual(box(0, 300))
  })
})

describe('snapping while resizing', () => {
  const around = { others: [box(200, 100)], page }

  it('snaps only the moved side', () => {
    const { rect, guides } = snapResize(box(20, 300, 178, 20), 'e', around, neighbours)
    expect(rect).toEqual(box(20, 300, 180, 20))
    expect(guides).toEqual([{ kind: 'line', axis: 'x', at: 200, from: 100, to: 320 }])
  })

  it('snaps both sides of a corner', () => {
    const { rect } = snapResize({ x: 203, y: 118, width: 97, height: 82 }, 'nw', around, neighbours)
    expect(rect).toEqual({ x: 200, y: 120, width: 100, height: 80 })
  })

  it('rounds to whole points or the grid otherwise', () => {
    expect(snapResize(box(20, 300, 50.4, 20.6), 'se', around, free).rect).toEqual(box(20, 300, 50, 21))
    expect(snapResize(box(20, 300, 52, 24), 'se', around, { ...free, grid: 10 }).rect).toEqual(box(20, 300, 50, 20))
  })

  it('respects the minimum size', () => {
    const { rect } = snapResize({ x: 195, y: 300, width: 8, height: 20 }, 'e', around, neighbours)
    expect(rect.width).toBe(8)
  })
})
