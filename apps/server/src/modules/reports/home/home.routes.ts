import { summary } from '@foja/contracts/home'
import type { AppDeps } from '../../../deps.ts'
import type { Api } from '../../../http/register.ts'
import { readSummary } from './read-summary.ts'

/** The endpoint of the home page. */
export function registerHome(api: Api, { db, clock, mail }: Pick<AppDeps, 'db' | 'clock' | 'mail'>): void {
  api.route(summary, async ({ query, actor, reader }) => {
    const input = { weeks: query.weeks, timeZone: reader.timeZone, now: clock(), mailConfigured: mail !== null }
    return { status: 200, body: await readSummary(db, actor, input) }
  })
}
