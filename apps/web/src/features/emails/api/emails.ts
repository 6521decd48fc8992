import type {
  cancelEmail,
  detailsEmail,
  EmailStatus,
  listEmail,
  outbox,
  releaseOutbox,
  retryEmail,
  sendDocumentByEmail,
} from '@foja/contracts/emails'
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { inMyZone } from '../../../lib/format/time-zone.ts'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'
import { getQuery } from '../../../lib/api/get-query.ts'

/** Polling interval in ms while emails are queued, in addition to live updates from the server. */
const whileQueued = 3000

/** Emails that carried a document, newest first. */
export const emailsQuery = (idDocumento: string) =>
  queryOptions({
    queryKey: queryKeys.emails(idDocumento),
    queryFn: ({ signal }) =>
      call<typeof listEmail>('GET', '/api/v1/list_email/{id}/', { params: { id: idDocumento }, signal }),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'queued') ? whileQueued : false),
  })

/** The company's emails, newest first, by pages. */
export const outboxQuery = (status: EmailStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: queryKeys.outbox(status ?? null),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams()
      if (status !== undefined) query.set('status', status)
      if (pageParam !== null) query.set('before', pageParam)
      return call<typeof outbox>('GET', '/api/v1/outbox/', { query: `?${query.toString()}`, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => ((state.data?.pages[0]?.counts.queued ?? 0) > 0 ? whileQueued : false),
  })

/** One email with its content. */
export const emailQuery = (id: string) =>
  getQuery<typeof detailsEmail>(queryKeys.email(id), '/api/v1/details_email/{id}/', { params: { id } })

export type NewEmail = CallOptions<typeof sendDocumentByEmail>['body']

export const sendEmail = (body: NewEmail) =>
  call<typeof sendDocumentByEmail>('POST', '/api/v1/send_document_by_email/', { body, headers: inMyZone() })

/** Retries a failed or queued email for the recipients that do not have it; `to` and `cc` correct addresses. */
export const resendEmail = (id: string, body: CallOptions<typeof retryEmail>['body']) =>
  call<typeof retryEmail>('POST', '/api/v1/retry_email/{id}/', { params: { id }, body })

export const discardEmail = (id: string) =>
  call<typeof cancelEmail>('POST', '/api/v1/cancel_email/{id}/', { params: { id } })

export const releaseHeldEmails = () => call<typeof releaseOutbox>('POST', '/api/v1/release_outbox/')

/** Refetches every query that shows emails. */
export const refreshEmails = (queries: QueryClient) =>
  invalidate(
    queries,
    queryKeys.emails(),
    queryKeys.email(),
    queryKeys.outbox(),
    queryKeys.mailState(),
    queryKeys.summary(),
  )
