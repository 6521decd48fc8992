import type { downloadZip as endpoint } from '@foja/contracts/documents'
import { call } from '../../../lib/api/call.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { localToday } from '../../../lib/format/local-moment.ts'

/** Maximum number of requests in a ZIP. */
export const mostInZip = 100

/** Downloads the documents of the requests, one folder per request. */
export async function downloadZip(ids: readonly string[]): Promise<void> {
  const body = { ids_solicitud: [...ids] }
  const blob = await call<typeof endpoint>('POST', '/api/v1/download_zip/', { body, as: 'blob' })
  saveBlob(blob, `solicitudes-${localToday()}.zip`)
}
