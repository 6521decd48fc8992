import { maxBatch } from '@foja/contracts/constants'
import { createId } from '@foja/contracts/create-id'
import type { downloadZip, uploadDocument } from '@foja/contracts/documents'
import type { createSolicitudMain, listSolicitudMain } from '@foja/contracts/solicitudes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { callUpload, filesForm, type UploadOptions } from '../../../lib/api/upload.ts'
import { fetchDocumentFile, saveBlob } from '../../../lib/files/download.ts'
import { newUuid } from '../../../lib/api/uuid.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import type { Signable } from './signable.ts'

/** Stores a PDF outside every case file. A repeated key with the same file stores nothing. */
export async function uploadPdf(file: File, key: string, options: UploadOptions): Promise<Signable> {
  const form = filesForm([file], { key })
  const { documents } = await callUpload<typeof uploadDocument>('/api/v1/upload_document/', form, options)
  const [document] = documents
  if (document === undefined) throw new Error('The upload returned no document')
  return { ...document, titulo: null }
}

/** Downloads documents as one archive. */
export async function downloadDocuments(ids: readonly string[], name: string): Promise<void> {
  const body = { ids_documento: [...ids] }
  saveBlob(await call<typeof downloadZip>('POST', '/api/v1/download_zip/', { body, as: 'blob' }), name)
}

/** A request to which documents can be added, or a new case file with a title. */
export type CaseTarget = { id_solicitud: string } | { titulo: string }

/** Open requests that match, last changed first. */
export const openCasesQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeys.solicitudes('open', q),
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ page: '1', page_size: '5', ...(q === '' ? {} : { q }) })
      const options = { query: `?${query.toString()}`, signal }
      const reply = await call<typeof listSolicitudMain>('GET', '/api/v1/get_list_solicitud_main_type2/', options)
      return (Array.isArray(reply) ? reply : reply.results)
        .flatMap(({ titulo, solicitudes }) => solicitudes.map((one) => ({ ...one, main: titulo })))
        .filter(({ status }) => status !== 'concluido')
        .slice(0, 4)
    },
  })

/** Files of one request. */
const perRequest = 20

/**
 * Copies documents into a case file and returns the id of its request. A repetition with the
 * same keys and code adds nothing.
 */
export async function saveInCase(
  documents: readonly Signable[],
  target: CaseTarget,
  { keys, code }: { keys: readonly string[]; code: string },
): Promise<string> {
  const files: File[] = []
  for (const { id_documento, nombre, mime } of documents)
    files.push(new File([await fetchDocumentFile(id_documento)], nombre, { type: mime }))
  let rest = files
  let id = code
  if ('id_solicitud' in target) id = target.id_solicitud
  else {
    const first = files.slice(0, perRequest)
    rest = files.slice(perRequest)
    const { titulo } = target
    const solicitudes = [{ id_solicitud: id, titulo, description: first.map(() => ({})) }]
    const form = filesForm(first, { id_solicitud_main: code, titulo, solicitudes })
    await callUpload<typeof createSolicitudMain>('/api/v1/list_solicitud_main_type/', form)
  }
  for (let at = 0; at < rest.length; at += perRequest) {
    const part = rest.slice(at, at + perRequest)
    const form = filesForm(part, { id_solicitud: id, key: keys[at / perRequest] })
    await callUpload<typeof uploadDocument>('/api/v1/upload_document/', form)
  }
  return id
}

/** Keys of an attempt for up to `maxBatch` documents, and the code of a new case file and its request. */
export const newAttempt = () => ({
  keys: Array.from({ length: Math.ceil(maxBatch / perRequest) }, newUuid),
  code: createId(),
})
