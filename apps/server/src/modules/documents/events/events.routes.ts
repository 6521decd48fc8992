import { history } from '@foja/contracts/events'
import type { AppDeps } from '../../../deps.ts'
import type { Api } from '../../../http/register.ts'
import { readHistory } from './read-history.ts'

export function registerEvents(api: Api, { db }: Pick<AppDeps, 'db'>): void {
  api.route(history, async ({ params, query, actor }) => ({
    status: 200,
    body: await readHistory(db, actor, params.id, query.before),
  }))
}
