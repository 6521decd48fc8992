import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, runTool } from './run.ts'
import { unhandledErrorsFile } from './unhandled-errors.ts'

export type Tally = { passed: number; failed: number; skipped: number }

/** What became of one test; `meta`: what it says about itself. */
export type TestOutcome = { file: string; status: string; meta: Record<string, unknown> }

/**
 * `broken`: files in which something failed, a test or what stands around them; `unhandled`: how many errors came
 * outside of every test, of which nobody can say in which file.
 */
export type RunReport = Tally & { outcomes: TestOutcome[]; broken: string[]; unhandled: number }

type Report = {
  numPassedTests?: number
  numFailedTests?: number
  numPendingTests?: number
  numTodoTests?: number
  testResults?: {
    name: string
    status: string
    assertionResults: { status: string; meta?: Record<string, unknown> }[]
  }[]
}

const outcomesOf = ({ testResults = [] }: Report): TestOutcome[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, meta = {} }) => ({ file: relative(root, name), status, meta })),
  )

const reporter = join(root, 'tools/unhandled-errors.ts')

/** Runs tests with those arguments; `folder` is where the reports lie for a moment. */
export function runVitest(args: readonly string[], folder: string, env: Record<string, string> = {}): RunReport {
  const path = join(folder, 'report.json')
  const errors = join(folder, 'errors')
  for (const file of [path, errors]) rmSync(file, { force: true })
  const reporters = ['default', 'json', reporter].map((name) => `--reporter=${name}`)
  const status = runTool('vitest/vitest.mjs', ['run', ...args, ...reporters, `--outputFile.json=${path}`], {
    env: { ...env, [unhandledErrorsFile]: errors },
  })
  try {
    const report = JSON.parse(readFileSync(path, 'utf8')) as Report
    const unhandled = Number(readFileSync(errors, 'utf8'))
    const failed = (report.numFailedTests ?? 0) + unhandled
    return {
      passed: report.numPassedTests ?? 0,
      // A file that cannot load fails the run without failing a test: count it.
      failed: status !== 0 && failed === 0 ? 1 : failed,
      skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
      outcomes: outcomesOf(report),
      broken: (report.testResults ?? [])
        .filter((file) => file.status === 'failed')
        .map(({ name }) => relative(root, name)),
      unhandled,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, outcomes: [], broken: [], unhandled: 0 }
  }
}
