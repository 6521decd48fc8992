// Apart from the query of a document, which many pages use without its pages.
import type { detailsDocument } from '@foja/contracts/documents'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { pagesQuery } from '../../../shared/pages.ts'
import { documentQuery } from './document.ts'

/** Asks for the pages and for the image of the first one before the reader draws them. */
async function fetchPagesAhead(client: QueryClient, pdfPath: string): Promise<void> {
  const pages = pagesQuery(pdfPath)
  await client.prefetchQuery(pages)
  const url = client.getQueryData(pages.queryKey)?.pages[0]?.url
  if (url !== undefined) new Image().src = url
}

/** `documentQuery` for the reader: the pages of the newest version follow at once, if they are to be shown. */
export const openDocumentQuery = (id: string, showsNewest: boolean) =>
  queryOptions({
    queryKey: documentQuery(id).queryKey,
    queryFn: async ({ client, signal }) => {
      const document = await call<typeof detailsDocument>('GET', '/api/v1/details_document/{id}/', {
        params: { id },
        signal,
      })
      if (showsNewest && document.paginas !== null) void fetchPagesAhead(client, document.pdf_path)
      return document
    },
  })
