import { describe, expect, it } from 'vitest'
import type { Rect } from '../../../../lib/files/geometry.ts'
import { snapMove, snapResize, type SnapOptions } from './snap.ts'

const page = { width: 600, height: 800 }
const box = (x: number, y: number, width = 100, height = 20): Rect => ({ x, y, width, height })
const neighbours: SnapOptions = { grid: 0, neighbours: true, reach: 4 }
const free: SnapOptions = { grid: 0, neighbours: false, reach: 4 }
const move = (now: Rect, others: Rect[], options = neighbours, before = box(10, 700)) =>
  snapMove(before, now, { others, page }, options)

describe('moving', () => {
  it('takes whole points where nothing holds it, and leaves the fraction of what did not move', () => {
    expect(snapMove(box(10.5, 20.25), box(33.9, 20.25), { others: [], page }, free).rect).toEqual(box(33.5, 20.25))
  })

  it('takes the lines of the grid', () => {
    expect(move(box(203, 301), [], { ...free, grid: 5 }).rect).toEqual(box(205, 300))
  })

  it.each([
    ['start to start', box(203, 300), 200],
    ['end to end', box(147, 300, 150), 150],
    ['start to end', box(302, 300), 300],
    ['end to start', box(97, 300), 100],
    ['middle to middle', box(173, 300, 150), 175],
  ])('holds %s', (_name, now, x) => {
    const { rect, guides } = move(now, [box(200, 100)])
    expect(rect).toEqual({ ...now, x })
    expect(guides.some(({ kind, axis }) => kind === 'line' && axis === 'x')).toBe(true)
  })

  it('holds on to nothing out of reach, nor with the neighbours off', () => {
    expect(move(box(206, 300), [box(200, 100)])).toEqual({ rect: box(206, 300), guides: [] })
    expect(move(box(203, 300), [box(200, 100)], free).guides).toEqual([])
  })

  it('draws the line as long as what it joins, and says how far the nearest is', () => {
    const { guides } = move(box(201, 150), [box(200, 100), box(200, 40)])
    expect(guides).toContainEqual({ kind: 'line', axis: 'x', at: 200, from: 40, to: 170 })
    expect(guides).toContainEqual({ kind: 'gap', axis: 'y', at: 250, from: 120, to: 150 })
  })

  it('holds in the middle of the page', () => {
    const { rect, guides } = move(box(248, 300), [])
    expect(rect.x).toBe(250)
    expect(guides).toEqual([{ kind: 'line', axis: 'x', at: 300, from: 0, to: 800 }])
  })

  it.each([
    ['after two of them', [box(0, 100), box(170, 100)], box(342, 101), 340],
    ['before two of them', [box(200, 100), box(320, 100)], box(82, 101), 80],
  ])('keeps equal distances: %s', (_name, row, now, x) => {
    const { rect, guides } = move(now, row)
    expect(rect.x).toBe(x)
    expect(guides.filter(({ kind }) => kind === 'gap')).toHaveLength(2)
  })

  it('stands in the middle between two', () => {
    const { rect, guides } = move(box(118, 101, 30), [box(0, 100), box(170, 100)])
    expect(rect.x).toBe(120)
    expect(guides.filter(({ kind, axis }) => kind === 'gap' && axis === 'x')).toEqual([
      { kind: 'gap', axis: 'x', at: 110, from: 100, to: 120 },
      { kind: 'gap', axis: 'x', at: 110, from: 150, to: 170 },
    ])
  })

  it('stays inside its page', () => {
    expect(move(box(-30, 900), []).rect).toEqual(box(0, 780))
    expect(move(box(0, 300), [box(700, 300)]).rect).toEqual(box(0, 300))
  })
})

describe('pulling a handle', () => {
  const around = { others: [box(200, 100)], page }

  it('holds the side that moves, and that alone', () => {
    const { rect, guides } = snapResize(box(20, 300, 178, 20), 'e', around, neighbours)
    expect(rect).toEqual(box(20, 300, 180, 20))
    expect(guides).toEqual([{ kind: 'line', axis: 'x', at: 200, from: 100, to: 320 }])
  })

  it('holds both sides of a corner', () => {
    const { rect } = snapResize({ x: 203, y: 118, width: 97, height: 82 }, 'nw', around, neighbours)
    expect(rect).toEqual({ x: 200, y: 120, width: 100, height: 80 })
  })

  it('takes whole points or the grid elsewhere', () => {
    expect(snapResize(box(20, 300, 50.4, 20.6), 'se', around, free).rect).toEqual(box(20, 300, 50, 21))
    expect(snapResize(box(20, 300, 52, 24), 'se', around, { ...free, grid: 10 }).rect).toEqual(box(20, 300, 50, 20))
  })

  it('never makes it smaller than a pointer can take', () => {
    const { rect } = snapResize({ x: 195, y: 300, width: 8, height: 20 }, 'e', around, neighbours)
    expect(rect.width).toBe(8)
  })
})
