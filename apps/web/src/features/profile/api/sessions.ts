import type { endOtherSessions, endSession, listSessions } from '@foja/contracts/account'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** The open sessions of the user, the current one first. */
export const sessionsQuery = queryOptions({
  queryKey: queryKeys.sessions(),
  queryFn: ({ signal }) => call<typeof listSessions>('GET', '/api/v1/list_sessions/', { signal }),
})

/** Answers 404 if the session has already ended. */
export const sendEndSession = (id: string) =>
  call<typeof endSession>('DELETE', '/api/v1/end_session/{id}/', { params: { id }, handBack: [404] })

export const sendEndOthers = () => call<typeof endOtherSessions>('POST', '/api/v1/end_other_sessions/', { body: {} })
