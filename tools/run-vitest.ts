import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, runTool } from './run.ts'

export type Tally = { passed: number; failed: number; skipped: number }

/** What became of one test; `meta`: what it says about itself. */
export type TestOutcome = { file: string; status: string; meta: Record<string, unknown> }

/** `broken`: files in which something failed, a test or what stands around them. */
export type RunReport = Tally & { outcomes: TestOutcome[]; broken: string[] }

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

/** Runs tests with those arguments; `folder` is where the report lies for a moment. */
export function runVitest(args: readonly string[], folder: string, env: Record<string, string> = {}): RunReport {
  const path = join(folder, 'report.json')
  rmSync(path, { force: true })
  const all = ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  const status = runTool('vitest/vitest.mjs', all, { env })
  try {
    const report = JSON.parse(readFileSync(path, 'utf8')) as Report
    const failed = report.numFailedTests ?? 0
    return {
      passed: report.numPassedTests ?? 0,
      // A file that cannot load, or an error outside a test, fails the run without failing a test: count it.
      failed: status !== 0 && failed === 0 ? 1 : failed,
      skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
      outcomes: outcomesOf(report),
      broken: (report.testResults ?? [])
        .filter((file) => file.status === 'failed')
        .map(({ name }) => relative(root, name)),
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, outcomes: [], broken: [] }
  }
}
