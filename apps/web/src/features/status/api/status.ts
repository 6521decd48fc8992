import type * as status from '@foja/contracts/status'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** How often an open page asks again, in ms. */
export const everyMs = 30_000

/** The state of every service, worst first. */
export const statusQuery = queryOptions({
  queryKey: queryKeys.systemStatus(),
  queryFn: ({ signal }) => call<typeof status.systemStatus>('GET', '/api/v1/system_status/', { signal }),
  refetchInterval: everyMs,
})

/** Checks one service now. */
export const checkService = (service: status.Service) =>
  call<typeof status.checkService>('POST', '/api/v1/check_service/', { body: { service } })

/** Starts a backup now. */
export const makeBackup = () => call<typeof status.makeBackup>('POST', '/api/v1/make_backup/')
