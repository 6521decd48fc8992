import type { listSolicitudMain, SolicitudMain } from '@foja/contracts/solicitudes'
import type { SolicitudStatus } from '@foja/contracts/states'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** Maximum number of results. */
const most = 20

export async function fetchCases(q: string, signal: AbortSignal): Promise<SolicitudMain[]> {
  const words = q === '' ? '' : `&q=${encodeURIComponent(q)}`
  const query = `?page=1&pagination&page_size=${most}${words}`
  const reply = await call<typeof listSolicitudMain>('GET', '/api/v1/get_list_solicitud_main_type2/', { query, signal })
  return Array.isArray(reply) ? reply : reply.results
}

/** A request that can take a document. */
export type FoundCase = { id: string; title: string; note: string; status: SolicitudStatus }

/** Matching requests that still take documents, most recently changed first. */
export const casesQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeys.templateCases(q),
    queryFn: async ({ signal }): Promise<FoundCase[]> =>
      (await fetchCases(q, signal)).flatMap((group) =>
        group.solicitudes
          .filter((one) => one.status !== 'concluido')
          .map((one) => ({
            id: one.id_solicitud,
            title: one.titulo,
            note: [...new Set([group.titulo, ...one.partes.map((party) => party.nombre)])]
              .filter((part) => part !== one.titulo)
              .join(' · '),
            status: one.status,
          })),
      ),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
