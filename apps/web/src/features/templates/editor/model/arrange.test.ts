import { describe, expect, it } from 'vitest'
import { field, pages } from '../test/make.ts'
import { align, alignments, distribute, sameSize } from './arrange.ts'
import { inReadingOrder, neighbourOf, putBefore, shift } from './order.ts'

const a = field('a', { x: 100, y: 100, width: 100, height: 20 })
const b = field('b', { x: 300, y: 200, width: 50, height: 40 })
const c = field('c', { x: 500, y: 300, width: 60, height: 20 })
const other = field('d', { page: 3, x: 10, y: 20 })

describe('aligning fields', () => {
  it.each([
    ['left', { a: [100, 100], b: [100, 200] }],
    ['center', { a: [175, 100], b: [200, 200] }],
    ['right', { a: [250, 100], b: [300, 200] }],
    ['top', { a: [100, 100], b: [300, 100] }],
    ['middle', { a: [100, 160], b: [300, 150] }],
    ['bottom', { a: [100, 220], b: [300, 200] }],
  ] as const)('aligns several fields: %s', (to, expected) => {
    const places = align([a, b], to, pages)
    expect([places.get('a')?.x, places.get('a')?.y]).toEqual(expected.a)
    expect([places.get('b')?.x, places.get('b')?.y]).toEqual(expected.b)
  })

  it('aligns a single field with its page, each page separately', () => {
    const places = align([a, b, other], 'right', pages)
    expect(places.get('d')).toEqual({ x: 842 - 120, y: 20, width: 120, height: 20 })
    expect(places.get('b')?.x).toBe(300)
    for (const to of alignments) expect(align([a], to, pages).size).toBe(1)
  })
})

it('distributing fields makes the gaps equal and keeps the outermost fields', () => {
  const places = distribute([c, a, b], 'x')
  expect(['a', 'b', 'c'].map((id) => places.get(id)?.x)).toEqual([100, 325, 500])
  expect(distribute([a, b, other], 'x').size).toBe(0)
})

it('same size gives all fields the size of one, as far as the page allows', () => {
  const wide = field('w', { x: 0, width: 590 })
  const places = sameSize([c, wide], wide, 'x', pages)
  expect(places.get('c')).toEqual({ x: 5, y: 300, width: 590, height: 20 })
})

describe('order of fields', () => {
  const fields = [a, other, b, c]
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

  it('moves a field by one place among those of its page', () => {
    expect(ids(shift(fields, 'a', 1))).toBe('dbac')
    expect(ids(shift(fields, 'c', -1))).toBe('adcb')
    expect(shift(fields, 'a', -1)).toBe(fields)
    expect(shift(fields, 'c', 1)).toBe(fields)
  })

  it('moves several fields before another one', () => {
    expect(ids(putBefore(fields, ['c', 'b'], 'a'))).toBe('bcad')
    expect(ids(putBefore(fields, ['a'], null))).toBe('dbca')
    const later = field('z', { page: 3 })
    expect(ids(putBefore([...fields, later], ['a'], null))).toBe('dbcaz')
    expect(putBefore(fields, ['a'], 'd')).toBe(fields)
    expect(putBefore(fields, ['a', 'd'], 'a')).toBe(fields)
  })

  it('follows reading order: lines from the top, each from the left', () => {
    const d = field('d', { page: 2, x: 0, y: 0 })
    const e = field('e', { x: 10, y: 103 })
    expect(ids(inReadingOrder([d, c, b, a, e]))).toBe('eabcd')
    expect(inReadingOrder(fields.filter(({ page }) => page === 1))).toEqual([a, b, c])
    const sorted = [a, b, c]
    expect(inReadingOrder(sorted)).toBe(sorted)
  })

  it('finds the next field, and ends at the last', () => {
    expect(neighbourOf(fields, undefined, 1)?.id).toBe('a')
    expect(neighbourOf(fields, undefined, -1)?.id).toBe('c')
    expect(neighbourOf(fields, 'a', 1)?.id).toBe('d')
    expect(neighbourOf(fields, 'c', 1)).toBe(undefined)
    expect(neighbourOf(fields, 'a', -1)).toBe(undefined)
  })
})
