import { changeStatusMediation, recordMediation } from '@foja/contracts/casework'
import type { Api } from '../../../http/register.ts'
import { changeStatusMediation as change, recordMediation as record } from './change-status-mediation.ts'

export function registerMediation(api: Api): void {
  api.route(changeStatusMediation, async ({ ctx, params, body }) => ({
    status: 200,
    body: await change(ctx, { ...body, id: params.id }),
  }))

  api.route(recordMediation, async ({ ctx, body }) => ({ status: 200, body: { documents: await record(ctx, body) } }))
}
