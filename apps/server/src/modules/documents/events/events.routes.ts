import { history } from '@foja/contracts/events'
import type { Api } from '../../../http/register.ts'
import { readHistory } from './read-history.ts'

export function registerEvents(api: Api): void {
  api.route(history, async ({ ctx, params, query }) => ({
    status: 200,
    body: await readHistory(ctx, { id: params.id, before: query.before }),
  }))
}
