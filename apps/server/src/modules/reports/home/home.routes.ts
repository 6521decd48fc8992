import { summary } from '@foja/contracts/home'
import type { Api } from '../../../http/register.ts'
import { readSummary } from './read-summary.ts'

/** The endpoint of the home page. */
export function registerHome(api: Api): void {
  api.route(summary, async ({ ctx, query }) => ({ status: 200, body: await readSummary(ctx, query) }))
}
