import type { detailsDocument, Document, looseDocuments, pdfToImage } from '@foja/contracts/documents'
import type { listSolicitudMain } from '@foja/contracts/solicitudes'
import type { SolicitudStatus } from '@foja/contracts/states'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, ProblemError } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** A PDF that can be signed, with the title of its case file; null outside every case file. */
export type Signable = Pick<
  Document,
  | 'id_documento'
  | 'nombre'
  | 'mime'
  | 'size'
  | 'pdf_path'
  | 'sha256'
  | 'paginas'
  | 'signatures'
  | 'active_content'
  | 'signed_by'
> & {
  titulo: string | null
  /** Status of its request; null outside every case file. */
  solicitud_status?: SolicitudStatus | null
}

/** Matching PDFs, newest first: those outside every case file, then those of case files. */
export const signableQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeys.signable(q),
    queryFn: async ({ signal }): Promise<Signable[]> => {
      const query = new URLSearchParams({ page: '1', pagination: '', page_size: '30', ...(q === '' ? {} : { q }) })
      const [loose, reply] = await Promise.all([
        fetchLoose(q, 1, signal),
        call<typeof listSolicitudMain>('GET', '/api/v1/get_list_solicitud_main_type2/', {
          query: `?${query.toString()}`,
          signal,
        }),
      ])
      const mains = Array.isArray(reply) ? reply : reply.results
      const ofCases = mains.flatMap(({ titulo, solicitudes }) =>
        solicitudes.flatMap(({ description, status }) =>
          description.map((document) => ({ ...document, titulo, solicitud_status: status })),
        ),
      )
      return [...loose.results.map((document) => ({ ...document, titulo: null })), ...ofCases].filter(
        ({ paginas }) => paginas !== null,
      )
    },
    placeholderData: keepPreviousData,
  })

/** Documents outside every case file, newest first. */
export const fetchLoose = (q: string, page: number, signal?: AbortSignal) => {
  const query = new URLSearchParams({ page: String(page), ...(q === '' ? {} : { q }) })
  const options = { query: `?${query.toString()}` }
  return call<typeof looseDocuments>('GET', '/api/v1/loose_documents/', {
    ...options,
    ...(signal === undefined ? {} : { signal }),
  })
}

/** One document by its id; an upload puts it into the cache. */
export const signableById = (id: string) =>
  queryOptions({ queryKey: queryKeys.signable('one', id), queryFn: () => fetchSignable(id), staleTime: Infinity })

/** The current document; page sizes come from `fetchPages`. */
const fetchSignable = (id: string): Promise<Signable> =>
  call<typeof detailsDocument>('GET', '/api/v1/details_document/{id}/', { params: { id }, optional: true })

/** null if the document is missing or not of the caller; other failures are for a retry. */
export async function nullIfMissing(document: Promise<Signable>): Promise<Signable | null> {
  try {
    return await document
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return null
    throw error
  }
}

/** The PDFs among the given documents; missing or inaccessible ones are skipped. */
export async function fetchNamed(ids: readonly string[]): Promise<Signable[]> {
  const found = await Promise.all(ids.map((id) => nullIfMissing(fetchSignable(id))))
  return found.filter((one) => one !== null).filter(({ paginas }) => paginas !== null)
}

export const fetchPages = async (pdfPath: string) =>
  (await call<typeof pdfToImage>('POST', '/api/v1/pdf_to_image/', { body: { pdf_path: pdfPath } })).pages
