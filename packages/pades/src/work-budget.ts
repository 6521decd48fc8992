/** Too much work for one file: the verdict is then undecided, never valid. */
export class WorkBudgetError extends Error {}

/** Counts steps instead of seconds, so that the verdict does not depend on the machine's load. */
export type WorkBudget = { spend(steps: number): void }

/** About two seconds of work; a file of 100,000 objects with ten later revisions stays below a third of it. */
export const DEFAULT_STEPS = 12_000_000

/** A budget of that many steps; exceeding it throws `WorkBudgetError`. */
export function newWorkBudget(steps = DEFAULT_STEPS): WorkBudget {
  let left = steps
  return {
    spend(count) {
      left -= count
      if (left < 0) throw new WorkBudgetError('file needs too much work')
    },
  }
}
