import { changeStatusMediation } from '@foja/contracts/casework'
import type { Api } from '../../../http/register.ts'
import { changeStatusMediation as change, type MediationDeps } from './change-status-mediation.ts'

export function registerMediation(api: Api, deps: MediationDeps): void {
  api.route(changeStatusMediation, async ({ params, body, actor, request }) => ({
    status: 200,
    body: await change(deps, { actor, ip: request.ip }, { ...body, id: params.id }),
  }))
}
