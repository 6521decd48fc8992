import type { solicitudCalendar } from '@foja/contracts/casework'
import { call } from '../../../lib/api/call.ts'
import { saveBlob } from '../../../lib/files/download.ts'

/** Downloads the appointment of a request as a calendar file. */
export async function downloadCalendar(id: string): Promise<void> {
  saveBlob(
    await call<typeof solicitudCalendar>('GET', '/api/v1/solicitud_ics/{id}/', { params: { id }, as: 'blob' }),
    `cita-${id}.ics`,
  )
}
