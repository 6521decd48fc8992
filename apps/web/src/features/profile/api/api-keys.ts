import type { createApiKey, listApiKeys, revokeApiKey } from '@foja/contracts/api-keys'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { getQuery } from '../../../lib/api/get-query.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** The user's own keys and those of the service accounts that they manage, the last first. */
export const apiKeysQuery = getQuery<typeof listApiKeys>(queryKeys.apiKeys(), '/api/v1/api_keys/')

export type NewKey = CallOptions<typeof createApiKey>['body']

export const sendNewKey = (body: NewKey) => call<typeof createApiKey>('POST', '/api/v1/create_api_key/', { body })

export const sendRevokeKey = (id: string) =>
  call<typeof revokeApiKey>('DELETE', '/api/v1/revoke_api_key/{id}/', { params: { id } })
