import { foldTallies } from '@foja/db/tally'
import type { Queue } from '@foja/jobs/queue'
import type { AppDeps } from '../../../deps.ts'

/** Name of the job that folds counts into the tally. */
export const tallyJob = 'tallies'

const seconds = 300

/** Folds counts every few minutes on one of all processes, so that reading them stays fast. */
export async function workTallies(queue: Pick<Queue, 'every'>, { db }: Pick<AppDeps, 'db'>): Promise<void> {
  await queue.every(tallyJob, seconds, async () => void (await foldTallies(db)))
}
