import type { recordMediation as endpoint } from '@foja/contracts/casework'
import { call, type CallOptions } from '../../../lib/api/call.ts'

/** Records the mediation status of documents of one request, all or none; `from` is the status that the user saw. */
export const recordMediation = (body: CallOptions<typeof endpoint>['body']) =>
  call<typeof endpoint>('POST', '/api/v1/record_mediation/', { body })
