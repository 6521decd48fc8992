import type { exportSolicitudes as endpoint } from '@foja/contracts/casework'
import { call } from '../../../lib/api/call.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { localToday } from '../../../lib/format/local-moment.ts'
import { inMyZone } from '../../../lib/format/time-zone.ts'
import { queryOf, type ListFilters } from './list-solicitud-main.ts'

/** Downloads all requests that match the filters, not only one page. */
export async function exportSolicitudes(filters: ListFilters): Promise<void> {
  const query = queryOf(filters).toString()
  const blob = await call<typeof endpoint>('GET', '/api/v1/export_solicitudes/', {
    query: query === '' ? '' : `?${query}`,
    headers: inMyZone(),
    as: 'blob',
  })
  saveBlob(blob, `solicitudes-${localToday()}.csv`)
}
