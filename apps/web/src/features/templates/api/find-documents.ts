import type { detailsDocument } from '@foja/contracts/documents'
import type { search } from '@foja/contracts/home'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { fetchCases } from './find-cases.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** A selectable document; `pdf_path` is null for a search result, which may not be a PDF. */
export type FoundDocument = { id: string; name: string; note: string; pdf_path: string | null }

/** The PDFs of the most recently changed case files. */
async function fetchRecent(signal: AbortSignal): Promise<FoundDocument[]> {
  const groups = await fetchCases('', signal)
  return groups.flatMap((group) =>
    group.solicitudes.flatMap((one) =>
      one.description
        .filter((document) => document.paginas !== null)
        .map(({ id_documento: id, nombre: name, pdf_path }) => ({ id, name, note: group.titulo, pdf_path })),
    ),
  )
}

async function fetchFound(q: string, signal: AbortSignal): Promise<FoundDocument[]> {
  const { results } = await call<typeof search>('GET', '/api/v1/search/', {
    query: `?q=${encodeURIComponent(q)}`,
    signal,
  })
  return results
    .filter(({ kind }) => kind === 'document')
    .map(({ id, title, note }) => ({ id, name: title, note, pdf_path: null }))
}

/** Matching documents; without a query, the PDFs of the most recently changed case files. */
export const documentsQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeys.templateDocuments(q),
    queryFn: ({ signal }) => (q === '' ? fetchRecent(signal) : fetchFound(q, signal)),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** Handle of a document's newest version; null if it is not a PDF. */
export async function fetchPdfPath(id: string): Promise<string | null> {
  const found = await call<typeof detailsDocument>('GET', '/api/v1/details_document/{id}/', { params: { id } })
  return found.paginas === null ? null : found.pdf_path
}
