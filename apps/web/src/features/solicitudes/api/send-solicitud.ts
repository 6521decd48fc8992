import type { sendSolicitud as endpoint } from '@foja/contracts/casework'
import { call, type CallOptions } from '../../../lib/call.ts'
import { inMyZone } from '../../../lib/time-zone.ts'

export const sendSolicitud = (body: CallOptions<typeof endpoint>['body']) =>
  call<typeof endpoint>('POST', '/api/v1/send_solicitud/', { body, headers: inMyZone() })
