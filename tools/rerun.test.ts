import { expect, it } from 'vitest'
import { filesToRerun, flakyTests, withRerun } from './rerun.ts'
import type { RunReport } from './run-vitest.ts'

const outcome = (file: string, status: string) => ({ file, status, meta: {} })
const failure = (file: string) => ({ file, test: `${file} › opens`, reason: 'Error' })
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
  failures: [failure('a.test.ts')],
}

it('replaces the counts of a broken file by those of its rerun', () => {
  expect(filesToRerun(report)).toEqual(['a.test.ts'])
  expect(withRerun(report, { passed: 3, failed: 0, skipped: 0 })).toEqual({ passed: 5, failed: 0, skipped: 0 })
  expect(withRerun(report, { passed: 1, failed: 1, skipped: 1 })).toEqual({ passed: 3, failed: 1, skipped: 1 })
})

it('counts the rerun of a file that did not load', () => {
  const unloaded: RunReport = { ...report, passed: 2, skipped: 0, outcomes: report.outcomes.slice(3), broken: ['a'] }
  expect(withRerun(unloaded, { passed: 0, failed: 1, skipped: 0 })).toEqual({ passed: 2, failed: 1, skipped: 0 })
  expect(withRerun(unloaded, { passed: 3, failed: 0, skipped: 0 })).toEqual({ passed: 5, failed: 0, skipped: 0 })
})

it('reruns nothing when many files failed or an error belongs to no file', () => {
  expect(filesToRerun({ ...report, broken: ['a', 'b', 'c', 'd'] })).toEqual([])
  expect(filesToRerun({ ...report, broken: [] })).toEqual([])
  expect(filesToRerun({ ...report, unhandled: 1 })).toEqual([])
})

it('lists as flaky the failures of files whose rerun passed', () => {
  const first = { ...report, failures: [failure('a'), failure('b')] }
  expect(flakyTests(first, { ...report, failed: 0, broken: [] })).toEqual(['a › opens', 'b › opens'])
  expect(flakyTests(first, { ...report, broken: ['b'] })).toEqual(['a › opens'])
  // No report, or an error outside of all files.
  expect(flakyTests(first, { ...report, broken: [] })).toEqual([])
  expect(flakyTests(first, { ...report, broken: ['b'], unhandled: 1 })).toEqual([])
})
