// The shell loads this file, but not the other calls.
import type { metrics } from '@foja/contracts/solicitudes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export const metricsQuery = queryOptions({
  queryKey: queryKeys.metrics(),
  queryFn: async ({ signal }) => {
    const counts = await call<typeof metrics>('GET', '/api/v1/metrics/', { signal })
    // The specification requires all three, with 0 for missing ones.
    return { pendiente: counts.pendiente ?? 0, agendado: counts.agendado ?? 0, concluido: counts.concluido ?? 0 }
  },
})
