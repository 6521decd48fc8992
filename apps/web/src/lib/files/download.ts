import type { downloadDocument } from '@foja/contracts/documents'
import { call } from '../api/call.ts'

/** Hands a blob to the browser as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser has its own reference by then; Safari needs a moment.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** The file of a document; the newest version unless told. */
export function fetchDocumentFile(id: string, version?: number): Promise<Blob> {
  const query = version === undefined ? '' : `?version=${version}`
  return call<typeof downloadDocument>('GET', '/api/v1/download_document/{id}/', { params: { id }, query, as: 'blob' })
}
