import type { changeProvisioning, readProvisioning } from '@foja/contracts/provisioning'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { getQuery } from '../../../lib/api/get-query.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** Whom a company creates at their first sign-in with the provider. */
export const provisioningQuery = (company: string) =>
  getQuery<typeof readProvisioning>(queryKeys.provisioning(company), '/api/v1/provisioning/', {
    query: `?id_company=${company}`,
  })

export type ProvisioningChange = CallOptions<typeof changeProvisioning>['body']

export const sendProvisioning = (body: ProvisioningChange) =>
  call<typeof changeProvisioning>('PUT', '/api/v1/change_provisioning/', { body })
