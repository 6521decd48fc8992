import type { changeStatusMediation as endpoint } from '@foja/contracts/casework'
import { call, type CallOptions } from '../../../lib/api/call.ts'

/** Changes the mediation status of a document; `from` is the status that the user saw. */
export const changeStatusMediation = (id: string, body: CallOptions<typeof endpoint>['body']) =>
  call<typeof endpoint>('POST', '/api/v1/change_status_mediation/{id}/', { params: { id }, body })
