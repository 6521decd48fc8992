// The rounds of `npm test` and of the gate, and their closing report.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesToRerun, flakyTests, withRerun } from './rerun.ts'
import { root } from './run.ts'
import { runVitest, type Failure, type RunReport, type Tally } from './run-vitest.ts'

/**
 * `only`: path filters. `tests`: a pattern of titles; the other tests of the files are not counted. `reruns`: broken files
 * of rounds with processes, sockets or a browser run once more, those of unit and web never.
 */
export type Round = {
  name: string
  args: string[]
  only?: string[]
  tests?: string
  env?: Record<string, string>
  reruns: boolean
}

/** What the rounds came to; `flaky` and `failures`: a line each, for people; `seconds`: by round. */
export type Summary = { tally: Tally; flaky: string[]; failures: string[]; seconds: Record<string, number> }

type Known = { test: string; reason: string; since: string }

/** Tests that are known to fail now and then, with the reason. To be mended, not to grow. */
export const quarantine = JSON.parse(readFileSync(join(root, 'tools', 'quarantine.json'), 'utf8')) as Known[]

export const emptySummary = (): Summary => ({
  tally: { passed: 0, failed: 0, skipped: 0 },
  flaky: [],
  failures: [],
  seconds: {},
})

/** Runs one round and, where it may, its broken files once more; adds the outcome to `summary`. */
export function runRound({ name, args: project, only = [], tests, env, reruns }: Round, summary: Summary): void {
  const args = tests === undefined ? project : [...project, '-t', tests]
  const folder = mkdtempSync(join(tmpdir(), 'foja-test-'))
  const start = performance.now()
  const lines = ({ failures }: { failures: Failure[] }, what: string) =>
    failures.map(({ test, reason }) => `${what}: ${test}: ${reason}`)
  const add = (tally: Tally) => {
    const counted = tests === undefined ? (['passed', 'failed', 'skipped'] as const) : (['passed', 'failed'] as const)
    for (const key of counted) summary.tally[key] += tally[key]
  }
  try {
    console.log(`\n— ${name}`)
    const report = runVitest([...args, ...only], folder, env)
    const files = reruns ? filesToRerun(report) : []
    if (files.length === 0) {
      add(report)
      summary.failures.push(...lines(report, name))
      return
    }
    console.log(`\n— ${name}, once more: ${files.join(', ')}`)
    const rerun: RunReport = runVitest([...args, ...files], folder, env)
    add(withRerun(report, rerun))
    summary.failures.push(...lines(rerun, `${name}, twice`))
    // A file whose worker ended has no reason of its own: that stands in the unhandled error of the same file.
    const reasonOf = (test: string) =>
      report.failures.find((failure) => failure.test === test && failure.reason !== '')?.reason ?? 'did not end'
    summary.flaky.push(...new Set(flakyTests(report, rerun).map((test) => `${test}: ${reasonOf(test)}`)))
  } finally {
    summary.seconds[name] = Math.round((performance.now() - start) / 1000)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs what is not a round of tests; adds its outcome, or the error that stopped it, to the summary. */
export async function runOther(
  summary: Summary,
  name: string,
  run: () => Promise<{ passed: number; failures: string[] }>,
): Promise<void> {
  console.log(`\n— ${name}`)
  const start = performance.now()
  const { passed, failures } = await run().catch((error: unknown) => ({ passed: 0, failures: [String(error)] }))
  summary.seconds[name] = Math.round((performance.now() - start) / 1000)
  summary.tally.passed += passed
  summary.tally.failed += failures.length
  summary.failures.push(...failures.map((failure) => `${name}: ${failure}`))
}

/** The closing report: times, failures, flaky tests by name, and «N passed, N failed» with the flaky ones counted. */
export function closingReport({ tally, flaky, failures, seconds }: Summary, known = quarantine): string[] {
  const note = (line: string) => {
    const entry = known.find(({ test }) => line.startsWith(test))
    return entry === undefined
      ? `flaky: ${line}\n  mend it, or add it to tools/quarantine.json with its reason`
      : `flaky, known since ${entry.since} (${entry.reason}): ${line}`
  }
  const extras = [
    ...(flaky.length > 0 ? [`${flaky.length} flaky`] : []),
    ...(tally.skipped > 0 ? [`${tally.skipped} skipped`] : []),
  ]
  return [
    '',
    ...Object.entries(seconds).map(([name, value]) => `${`${value} s`.padStart(7)}  ${name}`),
    ...failures.map((failure) => `failed: ${failure}`),
    ...flaky.map(note),
    '',
    [`${tally.passed} passed`, `${tally.failed} failed`, ...extras].join(', '),
  ]
}

/** Where the summary of `npm test` is kept for the gate that follows it, named by this variable. */
const summaryFile = process.env['FOJA_TEST_SUMMARY']

/** The summary that `npm test` left for the gate; without one a failure, as its rounds are then unproven. */
export function takeSummary(): Summary {
  if (summaryFile !== undefined && existsSync(summaryFile) && readFileSync(summaryFile, 'utf8') !== '')
    return JSON.parse(readFileSync(summaryFile, 'utf8')) as Summary
  return { ...emptySummary(), tally: { passed: 0, failed: 1, skipped: 0 }, failures: ['npm test: left no summary'] }
}

/** Prints the closing report, keeps the summary for the gate, and ends the process with the status that follows. */
export function close(summary: Summary): never {
  if (summaryFile !== undefined) writeFileSync(summaryFile, JSON.stringify(summary))
  for (const line of closingReport(summary)) console.log(line)
  process.exit(summary.tally.failed > 0 ? 1 : 0)
}
