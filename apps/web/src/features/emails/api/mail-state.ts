// The shell loads this file, but not the other calls.
import type { mailState } from '@foja/contracts/emails'
import { queryOptions } from '@tanstack/react-query'
import { call, type ReplyOf } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export type MailState = ReplyOf<typeof mailState>

/** Whether the server can send email, and the maximum attachment size. */
export const mailStateQuery = queryOptions({
  queryKey: queryKeys.mailState(),
  queryFn: ({ signal }) => call<typeof mailState>('GET', '/api/v1/mail_state/', { signal }),
  staleTime: 60_000,
})
