import { expect, it } from 'vitest'
import { filesToRunAgain, passedThen, withSecondRun } from './run-again.ts'
import type { RunReport } from './run-vitest.ts'

const outcome = (file: string, status: string) => ({ file, status, meta: {} })
const report: RunReport = {
  passed: 3,
  failed: 1,
  skipped: 1,
  outcomes: [
    outcome('a.test.ts', 'passed'),
    outcome('a.test.ts', 'failed'),
    outcome('a.test.ts', 'pending'),
    outcome('b.test.ts', 'passed'),
    outcome('b.test.ts', 'passed'),
  ],
  broken: ['a.test.ts'],
  unhandled: 0,
  failures: [],
}

it('counts a file that began anew as it went then', () => {
  expect(filesToRunAgain(report)).toEqual(['a.test.ts'])
  expect(withSecondRun(report, { passed: 3, failed: 0, skipped: 0 })).toEqual({ passed: 5, failed: 0, skipped: 0 })
  expect(withSecondRun(report, { passed: 1, failed: 1, skipped: 1 })).toEqual({ passed: 3, failed: 1, skipped: 1 })
})

it('counts a file of which nothing ran', () => {
  const outcomes = report.outcomes.slice(3)
  const unloaded: RunReport = { passed: 2, failed: 1, skipped: 0, outcomes, broken: ['a'], unhandled: 0, failures: [] }
  expect(withSecondRun(unloaded, { passed: 0, failed: 1, skipped: 0 })).toEqual({ passed: 2, failed: 1, skipped: 0 })
  expect(withSecondRun(unloaded, { passed: 3, failed: 0, skipped: 0 })).toEqual({ passed: 5, failed: 0, skipped: 0 })
})

it('lets nothing begin anew where much failed, or what failed is of no file', () => {
  expect(filesToRunAgain({ ...report, broken: ['a', 'b', 'c', 'd'] })).toEqual([])
  expect(filesToRunAgain({ ...report, broken: [] })).toEqual([])
  expect(filesToRunAgain({ ...report, unhandled: 1 })).toEqual([])
})

it('says of each file how it went the second time', () => {
  const well: RunReport = { ...report, failed: 0, broken: [] }
  expect(passedThen('a', well)).toBe(true)
  expect(['a', 'b'].map((file) => passedThen(file, { ...report, broken: ['b'] }))).toEqual([true, false])
  // Without a report, or with an error that is of no file.
  expect(passedThen('a', { ...report, broken: [] })).toBe(false)
  expect(passedThen('a', { ...report, broken: ['b'], unhandled: 1 })).toBe(false)
})
