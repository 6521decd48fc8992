import type { downloadZip as endpoint } from '@foja/contracts/documents'
import { call } from '../../../lib/api/call.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import { localToday } from '../../../lib/format/local-moment.ts'

/** As many requests as one ZIP holds. */
export const mostInZip = 100

/** Downloads the documents of these requests, a folder each. */
export async function downloadZip(ids: readonly string[]): Promise<void> {
  const body = { ids_solicitud: [...ids] }
  const blob = await call<typeof endpoint>('POST', '/api/v1/download_zip/', { body, as: 'blob' })
  saveBlob(blob, `solicitudes-${localToday()}.zip`)
}
