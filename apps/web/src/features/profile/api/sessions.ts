import type { endOtherSessions, endSession, listSessions } from '@foja/contracts/account'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'

/** The open sessions of whoever is signed in, their own first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call<typeof listSessions>('GET', '/api/v1/list_sessions/', { signal }),
})

/** One that is over by now answers 404: the list then says so. */
export const sendEndSession = (id: string) =>
  call<typeof endSession>('DELETE', '/api/v1/end_session/{id}/', { params: { id }, handBack: [404] })

export const sendEndOthers = () => call<typeof endOtherSessions>('POST', '/api/v1/end_other_sessions/', { body: {} })
