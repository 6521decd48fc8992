import type { RunReport, Tally } from './run-vitest.ts'

/** More broken files than this are no accident of a busy machine: they are not run again. */
const maxFiles = 3

/**
 * The files of a round to run once more: those with a failure, if they are few. Whole files, because the tests of a user
 * journey build on each other.
 */
export const filesToRerun = ({ broken, unhandled }: RunReport): string[] =>
  broken.length > maxFiles || unhandled > 0 ? [] : broken

/** True if the rerun reported on the file and nothing in it failed. */
function passedIn(file: string, rerun: RunReport): boolean {
  if (rerun.failed === 0) return true
  return rerun.unhandled === 0 && rerun.broken.length > 0 && !rerun.broken.includes(file)
}

/** The failures of the first run, `file › test`, whose file passed when it was run again. */
export const flakyTests = ({ failures }: RunReport, rerun: RunReport): string[] =>
  failures.filter(({ file }) => file !== undefined && passedIn(file, rerun)).map(({ test }) => test)

/** The tally of a round in which the broken files count as their rerun went. */
export function withRerun({ passed, skipped, outcomes, broken }: RunReport, rerun: Tally): Tally {
  const before = outcomes.filter(({ file }) => broken.includes(file))
  const count = (...statuses: string[]) => before.filter(({ status }) => statuses.includes(status)).length
  return {
    passed: passed - count('passed') + rerun.passed,
    failed: rerun.failed,
    skipped: skipped - count('pending', 'todo', 'skipped') + rerun.skipped,
  }
}
