import type { detailsDocument, Document, pdfToImage } from '@foja/contracts/documents'
import type { listSolicitudMain } from '@foja/contracts/solicitudes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** A PDF that can be signed, with the title of its case file. */
export type Signable = Pick<
  Document,
  'id_documento' | 'nombre' | 'pdf_path' | 'sha256' | 'paginas' | 'signatures' | 'active_content'
> & {
  titulo: string | null
}

/** PDFs of matching case files, newest first. */
export const signableQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeys.signable(q),
    queryFn: async ({ signal }): Promise<Signable[]> => {
      const query = new URLSearchParams({ page: '1', pagination: '', page_size: '30', ...(q === '' ? {} : { q }) })
      const reply = await call<typeof listSolicitudMain>('GET', '/api/v1/get_list_solicitud_main_type2/', {
        query: `?${query.toString()}`,
        signal,
      })
      const mains = Array.isArray(reply) ? reply : reply.results
      return mains.flatMap(({ titulo, solicitudes }) =>
        solicitudes
          .flatMap(({ description }) => description)
          .filter(({ paginas }) => paginas !== null)
          .map((document) => ({ ...document, titulo })),
      )
    },
    placeholderData: keepPreviousData,
  })

/** The current document; page sizes come from `fetchPages`. */
const fetchSignable = (id: string): Promise<Signable> =>
  call<typeof detailsDocument>('GET', '/api/v1/details_document/{id}/', { params: { id } })

/** The PDFs among the given documents; missing or inaccessible ones are skipped. */
export async function fetchNamed(ids: readonly string[]): Promise<Signable[]> {
  const found = await Promise.all(ids.map(async (id) => fetchSignable(id).catch(() => null)))
  return found.filter((one) => one !== null).filter(({ paginas }) => paginas !== null)
}

export const fetchPages = async (pdfPath: string) =>
  (await call<typeof pdfToImage>('POST', '/api/v1/pdf_to_image/', { body: { pdf_path: pdfPath } })).pages
