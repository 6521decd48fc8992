import { expect, it } from 'vitest'
import { createLogRateLimit } from './log-rate-limit.ts'

it('the log rate limit admits a number of lines per minute and reports once how many it dropped', () => {
  const dropped: number[] = []
  let now = new Date('2026-03-02T10:00:00Z')
  const cap = createLogRateLimit(
    () => now,
    3,
    (leftOut) => dropped.push(leftOut),
  )
  const take = (count: number) => Array.from({ length: count }, () => cap.take()).filter(Boolean).length
  expect(take(10)).toBe(3)
  cap.settle()
  expect(dropped).toEqual([])
  now = new Date('2026-03-02T10:01:00Z')
  cap.settle()
  cap.settle()
  expect(dropped).toEqual([7])
  expect(take(3)).toBe(3)
  now = new Date('2026-03-02T10:02:30Z')
  expect(take(4)).toBe(3)
  expect(dropped).toEqual([7])
})
