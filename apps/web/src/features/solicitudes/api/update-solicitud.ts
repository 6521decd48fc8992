import type { updateSolicitud as endpoint } from '@foja/contracts/casework'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { inMyZone } from '../../../lib/format/time-zone.ts'

export type SolicitudChange = CallOptions<typeof endpoint>['body']

/** Updates a request read at `version`; `stale_version` returns its current state. */
export const updateSolicitud = (body: SolicitudChange) =>
  call<typeof endpoint>('POST', '/api/v1/update_solicitud_type/', { body, headers: inMyZone() })
