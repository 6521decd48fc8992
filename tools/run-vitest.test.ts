import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run.ts'
import { reportOf, type VitestReport } from './run-vitest.ts'
import { unhandledErrorOf } from './unhandled-errors.ts'

const report: VitestReport = {
  numPassedTests: 2,
  numFailedTests: 1,
  testResults: [
    {
      name: join(root, 'a.test.ts'),
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'a goes well' },
        {
          status: 'failed',
          fullName: 'a opens',
          failureMessages: ['\u001B[31mError\u001B[39m: closed\n    at a.ts:1'],
        },
      ],
    },
    { name: join(root, 'b.test.ts'), status: 'failed', message: 'Error: no such module\n at b', assertionResults: [] },
    { name: join(root, 'c.test.ts'), status: 'passed', assertionResults: [{ status: 'passed' }] },
  ],
}

const leftOpen = {
  name: 'TypeError',
  message: 'fetch failed',
  stack: 'TypeError: fetch failed\n    at c.ts:3',
  cause: { message: 'other side closed', stack: 'Error: other side closed\n    at d.ts:1' },
  VITEST_TEST_PATH: join(root, 'c.test.ts'),
  VITEST_TEST_NAME: 'c closes',
}

it('names each failed test with its reason', () => {
  expect(reportOf(report, [unhandledErrorOf(leftOpen), unhandledErrorOf({ message: 'no memory' })], 1)).toMatchObject({
    passed: 2,
    failed: 3,
    failures: [
      { test: 'a.test.ts › a opens', reason: 'Error: closed' },
      { test: 'b.test.ts', reason: 'Error: no such module' },
      {
        test: 'c.test.ts › c closes',
        reason: 'left unhandled: TypeError: fetch failed\n    at c.ts:3\nError: other side closed\n    at d.ts:1',
      },
      { file: undefined, test: 'in no file', reason: 'left unhandled: Error: no memory' },
    ],
  })
})

it('counts an unhandled error to the file that caused it', () => {
  const { broken, unhandled } = reportOf(report, [unhandledErrorOf(leftOpen), unhandledErrorOf({ message: 'x' })], 1)
  expect({ broken, unhandled }).toEqual({ broken: ['a.test.ts', 'b.test.ts', 'c.test.ts'], unhandled: 1 })
})

it('counts a crashed worker to the file that it was running', () => {
  const cause = { message: `Worker exited unexpectedly with signal SIGTRAP while running test file ${root}/c.test.ts` }
  const crash = unhandledErrorOf({ name: 'Error', message: 'Worker forks emitted error.', cause })
  expect(reportOf({ testResults: [] }, [crash], 1)).toMatchObject({ failed: 1, broken: ['c.test.ts'], unhandled: 0 })
})

it('counts a run that failed without a failed test', () => {
  const well = { numPassedTests: 4, testResults: [] }
  expect([reportOf(well, [], 1).failed, reportOf(well, [], 0).failed]).toEqual([1, 0])
})
