import type { downloadDocument } from '@foja/contracts/documents'
import { call } from '../api/call.ts'

/** Saves a blob as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Safari needs the URL a moment longer; other browsers have their own reference by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** The file of a document, by default of its newest version. */
export function fetchDocumentFile(id: string, version?: number): Promise<Blob> {
  const query = version === undefined ? '' : `?version=${version}`
  return call<typeof downloadDocument>('GET', '/api/v1/download_document/{id}/', { params: { id }, query, as: 'blob' })
}
