import * as calls from '@foja/contracts/api-keys'
import type { Api } from '../../../http/register.ts'
import { presentKey } from './api-keys.presenter.ts'
import { selectManagedKeys } from './api-keys.queries.ts'
import { createApiKey } from './create-api-key.ts'
import { revokeApiKey } from './revoke-api-key.ts'

export function registerApiKeys(api: Api): void {
  api.route(calls.listApiKeys, async ({ ctx: { db, clock, actor } }) => {
    const rows = await selectManagedKeys(db, actor)
      .orderBy('api_key.created_at', 'desc')
      .orderBy('api_key.id')
      .execute()
    const now = clock()
    return { status: 200, body: { keys: rows.map((row) => presentKey(row, now)) } }
  })

  api.route(calls.createApiKey, async ({ ctx, body }) => {
    const { key, row } = await createApiKey(ctx, body)
    return { status: 201, body: { key, ...presentKey(row, ctx.clock()) } }
  })

  api.route(calls.revokeApiKey, async ({ ctx, params: { id } }) => {
    await revokeApiKey(ctx, id)
    return { status: 200, body: { id } }
  })
}
