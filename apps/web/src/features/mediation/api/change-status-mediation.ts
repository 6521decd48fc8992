import type { changeStatusMediation as endpoint } from '@foja/contracts/casework'
import { call, type CallOptions } from '../../../lib/call.ts'

/** Moves the mediation of one document; `from` is where it stood when it was read. */
export const changeStatusMediation = (id: string, body: CallOptions<typeof endpoint>['body']) =>
  call<typeof endpoint>('POST', '/api/v1/change_status_mediation/{id}/', { params: { id }, body })
