import { search } from '@foja/contracts/home'
import type { Api } from '../../../http/register.ts'
import { searchEverything } from './search-everything.ts'

/** The search endpoint of the command bar. */
export function registerSearch(api: Api): void {
  api.route(search, async ({ ctx, query }) => {
    return { status: 200, body: { results: await searchEverything(ctx, query.q) } }
  })
}
