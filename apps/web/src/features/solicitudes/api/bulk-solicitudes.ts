import type { bulkSolicitudes as endpoint } from '@foja/contracts/casework'
import { call, type CallOptions, type ReplyOf } from '../../../lib/api/call.ts'
import { inMyZone } from '../../../lib/format/time-zone.ts'

export type BulkBody = CallOptions<typeof endpoint>['body']
export type BulkResult = ReplyOf<typeof endpoint>['results'][number]

/** Applies one action to at most 100 requests and returns an outcome for each. */
export const bulkSolicitudes = (body: BulkBody) =>
  call<typeof endpoint>('POST', '/api/v1/bulk_solicitudes/', { body, headers: inMyZone() })
