import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, runTool } from './run.ts'
import { unhandledErrorsFile, type UnhandledError } from './unhandled-errors.ts'

export type Tally = { passed: number; failed: number; skipped: number }

/** `meta`: the test's own annotations. */
export type TestOutcome = { file: string; status: string; meta: Record<string, unknown> }

/** `test`: `file › full name`, for people; `file`: absent for an error outside of every file. */
export type Failure = { file?: string; test: string; reason: string }

/**
 * `broken`: files with a failed test or hook, or with an unhandled error; `unhandled`: the number of unhandled errors that
 * belong to no file.
 */
export type RunReport = Tally & { outcomes: TestOutcome[]; broken: string[]; unhandled: number; failures: Failure[] }

/** The part of vitest's JSON report that is read here. */
export type VitestReport = {
  numPassedTests?: number
  numFailedTests?: number
  numPendingTests?: number
  numTodoTests?: number
  testResults?: {
    name: string
    status: string
    message?: string
    assertionResults: {
      status: string
      fullName?: string
      failureMessages?: string[] | null
      meta?: Record<string, unknown>
    }[]
  }[]
}

const outcomesOf = ({ testResults = [] }: VitestReport): TestOutcome[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, meta = {} }) => ({ file: relative(root, name), status, meta })),
  )

// oxlint-disable-next-line no-control-regex -- colours of a terminal
const plain = (text: string) => text.replace(/\u001B\[[\d;]*m/g, '').trim()
const firstLine = (text: string) => plain(text).split('\n')[0]!

function failuresOf({ testResults = [] }: VitestReport, errors: readonly UnhandledError[]): Failure[] {
  const tests = testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ file, test: file, reason: firstLine(message) }]
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      test: `${file} › ${fullName}`,
      reason: firstLine(failureMessages?.[0] ?? ''),
    }))
  })
  const others = errors.map(({ file, test, message, stack }) => {
    const path = file === undefined ? undefined : relative(root, file)
    const where = [path ?? 'in no file', ...(test === undefined ? [] : [test])].join(' › ')
    return { file: path, test: where, reason: `left unhandled: ${plain(stack === '' ? message : stack)}` }
  })
  return [...tests, ...others]
}

/** `status`: exit status of the vitest process. */
export function reportOf(report: VitestReport, errors: readonly UnhandledError[], status: number): RunReport {
  const failed = (report.numFailedTests ?? 0) + errors.length
  const broken = (report.testResults ?? []).filter((file) => file.status === 'failed').map(({ name }) => name)
  const leftIn = errors.flatMap(({ file }) => file ?? [])
  return {
    passed: report.numPassedTests ?? 0,
    // A file that cannot load fails the run without failing a test: count it.
    failed: status !== 0 && failed === 0 ? 1 : failed,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    outcomes: outcomesOf(report),
    broken: [...new Set([...broken, ...leftIn])].map((path) => relative(root, path)),
    unhandled: errors.length - leftIn.length,
    failures: failuresOf(report, errors),
  }
}

const reporter = join(root, 'tools/unhandled-errors.ts')

/** Runs vitest with these arguments; its reports are written to `folder`. */
export function runVitest(args: readonly string[], folder: string, env: Record<string, string> = {}): RunReport {
  const path = join(folder, 'report.json')
  const errors = join(folder, 'errors')
  for (const file of [path, errors]) rmSync(file, { force: true })
  const reporters = ['default', 'json', reporter].map((name) => `--reporter=${name}`)
  const status = runTool('vitest/vitest.mjs', ['run', ...args, ...reporters, `--outputFile.json=${path}`], {
    env: { ...env, [unhandledErrorsFile]: errors },
  })
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
  try {
    return reportOf(read(path) as VitestReport, read(errors) as UnhandledError[], status)
  } catch {
    const failures = [{ test: 'vitest', reason: 'ended without a report' }]
    return { passed: 0, failed: 1, skipped: 0, outcomes: [], broken: [], unhandled: 0, failures }
  }
}
