import { search } from '@foja/contracts/home'
import type { AppDeps } from '../../../deps.ts'
import type { Api } from '../../../http/register.ts'
import { searchEverything } from './search-everything.ts'

/** The search endpoint of the command bar. */
export function registerSearch(api: Api, { db, clock }: Pick<AppDeps, 'db' | 'clock'>): void {
  api.route(search, async ({ query, actor }) => ({
    status: 200,
    body: { results: await searchEverything(db, actor, query.q, clock()) },
  }))
}
