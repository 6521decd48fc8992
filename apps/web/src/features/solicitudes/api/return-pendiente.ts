import type { returnPendiente as endpoint } from '@foja/contracts/casework'
import { call, type CallOptions } from '../../../lib/api/call.ts'

export const returnPendiente = (body: CallOptions<typeof endpoint>['body']) =>
  call<typeof endpoint>('POST', '/api/v1/return_pendient/', { body })
