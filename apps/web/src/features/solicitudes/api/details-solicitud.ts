import type { detailsSolicitud } from '@foja/contracts/solicitudes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export const solicitudQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.solicitud(id),
    queryFn: ({ signal }) =>
      call<typeof detailsSolicitud>('GET', '/api/v1/details_solicitud/{id}/', { params: { id }, signal }),
  })
