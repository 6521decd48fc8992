import type { templateValues } from '@foja/contracts/template-fills'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** Default values of a template's form from the request, the company and the user. */
export const templateValuesQuery = (id: string, idSolicitud?: string) =>
  queryOptions({
    queryKey: queryKeys.templateValues(id, idSolicitud ?? null),
    queryFn: ({ signal }) =>
      call<typeof templateValues>('GET', '/api/v1/template_values/{id}/', {
        params: { id },
        query: idSolicitud === undefined ? '' : `?id_solicitud=${encodeURIComponent(idSolicitud)}`,
        signal,
      }),
  })
