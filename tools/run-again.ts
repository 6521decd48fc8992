import type { RunReport, Tally } from './run-vitest.ts'

/** Where more files than these fail, it is not the machine. */
const most = 3

/**
 * Files of a run that begin once more from nothing, by themselves: what missed its moment on a busy machine passes then,
 * and what is wrong fails again. A test alone could not: those of a person's path go on where the one before ended.
 */
export const filesToRunAgain = ({ broken, unhandled }: RunReport): string[] =>
  broken.length > most || unhandled > 0 ? [] : broken

/** Whether a file went well the second time. */
export const passedThen = (file: string, second: RunReport): boolean =>
  second.failed === 0 || (second.unhandled === 0 && second.broken.length > 0 && !second.broken.includes(file))

/** What a run came to when its files in which something failed are counted as they went the second time. */
export function withSecondRun({ passed, skipped, outcomes, broken }: RunReport, second: Tally): Tally {
  const before = outcomes.filter(({ file }) => broken.includes(file))
  const count = (...statuses: string[]) => before.filter(({ status }) => statuses.includes(status)).length
  return {
    passed: passed - count('passed') + second.passed,
    failed: second.failed,
    skipped: skipped - count('pending', 'todo', 'skipped') + second.skipped,
  }
}
