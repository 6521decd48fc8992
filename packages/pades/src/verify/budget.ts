/** Too much work for one file: the verdict is then "cannot be told", never "valid". */
export class BudgetError extends Error {}

/** Counts steps instead of seconds, so that the verdict does not depend on how busy the machine is. */
export type Budget = { spend(steps: number): void }

/** About two seconds of work; a file of 100,000 objects with ten later revisions stays below a third of it. */
export const DEFAULT_STEPS = 12_000_000

/** A budget of so many steps; spending more throws `BudgetError`. */
export function newBudget(steps = DEFAULT_STEPS): Budget {
  let left = steps
  return {
    spend(count) {
      left -= count
      if (left < 0) throw new BudgetError('file needs too much work')
    },
  }
}
