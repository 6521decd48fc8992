import type { sendSolicitud as endpoint } from '@foja/contracts/casework'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { inMyZone } from '../../../lib/format/time-zone.ts'

export const sendSolicitud = (body: CallOptions<typeof endpoint>['body']) =>
  call<typeof endpoint>('POST', '/api/v1/send_solicitud/', { body, headers: inMyZone() })
