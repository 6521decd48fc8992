import type { updateSolicitud as endpoint } from '@foja/contracts/casework'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { inMyZone } from '../../../lib/format/time-zone.ts'

export type SolicitudChange = CallOptions<typeof endpoint>['body']

/** Changes a request that was read at `version`; `stale_version` answers with what it is now. */
export const updateSolicitud = (body: SolicitudChange) =>
  call<typeof endpoint>('POST', '/api/v1/update_solicitud_type/', { body, headers: inMyZone() })
