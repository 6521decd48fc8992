import { beforeEach, expect, it } from 'vitest'
import { resetOwner } from '../../lib/session/owner.ts'
import { lastPlace, rememberPlace } from './last-place.ts'

const pages = (count: number, width = 595, height = 842) =>
  Array.from({ length: count }, (_, at) => ({ page: at + 1, width, height }))
const rect = { x: 400, y: 700, width: 176, height: 69 }

beforeEach(() => {
  localStorage.clear()
  resetOwner('lucia')
})

it('the last signature position is found on the last page of a document of any length', () => {
  rememberPlace({ page: 3, rect }, 3)
  expect(lastPlace(pages(7))).toEqual({ page: 7, rect })
})

it('the last signature position keeps its page number if it was not the last page', () => {
  rememberPlace({ page: 2, rect }, 3)
  expect(lastPlace(pages(7))).toEqual({ page: 2, rect })
  expect(lastPlace(pages(1))).toBe(null)
})

it('the last signature position is moved into a smaller page', () => {
  rememberPlace({ page: 1, rect }, 1)
  expect(lastPlace(pages(1, 300, 400))).toEqual({ page: 1, rect: { x: 124, y: 331, width: 176, height: 69 } })
})

it('the last signature position is per user and ignores invalid data', () => {
  rememberPlace({ page: 1, rect }, 1)
  resetOwner('otro')
  expect(lastPlace(pages(1))).toBe(null)
  localStorage.setItem('foja-last-place:otro', '{"page":"x"}')
  expect(lastPlace(pages(1))).toBe(null)
  localStorage.setItem('foja-last-place:otro', 'no json')
  expect(lastPlace(pages(1))).toBe(null)
})
