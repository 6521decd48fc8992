import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { saveBlob } from '../../lib/files/download.ts'
import { freshFor, signingQuery, type RecipientDocument } from './api/recipient.ts'

/** The file behind a signed link. Not by the request helper: a link that has expired does not lead to /refresh. */
async function fetchCopy({ download_url }: RecipientDocument): Promise<Blob> {
  const response = await fetch(download_url)
  if (!response.ok) throw new Error(`The copy was not served: ${response.status}`)
  return response.blob()
}

const fileNameOf = ({ nombre }: RecipientDocument) => (/\.pdf$/i.test(nombre) ? nombre : `${nombre}.pdf`)

/** Downloads of the newest version, by links that are asked for again once they are old. */
export function useCopies(token: string) {
  const queries = useQueryClient()
  const query = signingQuery(token)
  const download = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const { documents } = await queries.fetchQuery(query)
      for (const document of documents) {
        if (ids.includes(document.id_documento)) saveBlob(await fetchCopy(document), fileNameOf(document))
      }
    },
  })
  /** A plain link while its address is fresh. */
  const linkOf = (document: RecipientDocument) => ({
    href: document.download_url,
    download: fileNameOf(document),
    onClick: (event: MouseEvent) => {
      const state = queries.getQueryState(query.queryKey)
      const fresh = state !== undefined && !state.isInvalidated && Date.now() - state.dataUpdatedAt < freshFor
      if (fresh) return
      event.preventDefault()
      download.mutate([document.id_documento])
    },
  })
  return { linkOf, all: download.mutate, busy: download.isPending, failed: download.isError }
}

export type Copies = ReturnType<typeof useCopies>
