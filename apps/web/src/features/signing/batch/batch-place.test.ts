import { beforeEach, describe, expect, it } from 'vitest'
import { resetOwner } from '../../../lib/session/owner.ts'
import { rememberPlace } from '../last-place.ts'
import { placeIn } from './batch-place.ts'

const a4 = (page: number) => ({ page, width: 595, height: 842 })

beforeEach(() => {
  localStorage.clear()
  resetOwner('lucia')
})

describe('the stamp position in a batch', () => {
  it('is in the same corner on documents of different length', () => {
    const one = placeIn('last_right', [a4(1)])
    expect(one).toEqual({ page: 'last', x: 377, y: 717, width: 176, height: 69 })
    expect(placeIn('last_right', [a4(1), a4(2), a4(3)])).toEqual(one)
    expect(placeIn('last_left', [a4(1)])).toMatchObject({ page: 'last', x: 42 })
    expect(placeIn('first_right', [a4(1), a4(2)])).toMatchObject({ page: 1, x: 377 })
  })

  it('stays inside a page smaller than the stamp', () => {
    expect(placeIn('last_right', [{ page: 1, width: 120, height: 50 }])).toEqual({
      page: 'last',
      x: 0,
      y: 0,
      width: 120,
      height: 50,
    })
  })

  it('is the remembered position of the user, if there is one', () => {
    expect(placeIn('remembered', [a4(1)])).toBe(null)
    rememberPlace({ page: 2, rect: { x: 10, y: 20, width: 100, height: 50 } }, 2)
    expect(placeIn('remembered', [a4(1), a4(2), a4(3)])).toEqual({ page: 3, x: 10, y: 20, width: 100, height: 50 })
  })
})
