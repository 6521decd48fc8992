import { foldTallies } from '@foja/db/tally'
import type { Queue } from '@foja/jobs/queue'
import type { AppDeps } from '../../../deps.ts'

/** The job that adds up what writers counted. */
export const tallyJob = 'tallies'

const seconds = 300

/** Adds counts up every few minutes on one of all processes, so that reading them stays short. */
export async function workTallies(queue: Pick<Queue, 'every'>, { db }: Pick<AppDeps, 'db'>): Promise<void> {
  await queue.every(tallyJob, seconds, async () => void (await foldTallies(db)))
}
