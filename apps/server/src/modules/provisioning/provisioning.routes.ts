import * as calls from '@foja/contracts/provisioning'
import type { Api } from '../../http/register.ts'
import { requireManagedCompany } from '../identity/public.ts'
import { changeProvisioning } from './change-provisioning.ts'
import { findProvisioning } from './provisioning.queries.ts'

export function registerProvisioning(api: Api): void {
  api.route(calls.readProvisioning, async ({ ctx, query }) => {
    const company = await requireManagedCompany(ctx, 'provisioning.manage', query.id_company)
    return { status: 200, body: await findProvisioning(ctx.db, company) }
  })

  api.route(calls.changeProvisioning, async ({ ctx, body }) => ({
    status: 200,
    body: await changeProvisioning(ctx, body),
  }))
}
