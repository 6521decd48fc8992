import type { recipientAnswer } from '@foja/contracts/convocations'
import type { recipientDeliver, recipientReceipt, recipientWithdraw } from '@foja/contracts/document-requests'
import type {
  recipientApprove,
  recipientCode,
  recipientComplete,
  recipientDecline,
  recipientDelegate,
  recipientFill,
  recipientPrepare,
  recipientRequest,
  recipientSignSimple,
} from '@foja/contracts/recipients'
import { queryOptions } from '@tanstack/react-query'
import { call, type CallOptions, type ReplyOf } from '../../../lib/api/call.ts'
import { callUpload, filesForm, type UploadOptions } from '../../../lib/api/upload.ts'
import { credentialOf } from '../code-pass.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

type AnyView = ReplyOf<typeof recipientRequest>
/** Of a request for signatures. */
export type View = Extract<AnyView, { kind: 'firmas' }>
/** Of a request for documents. */
export type Delivery = Extract<AnyView, { kind: 'documentos' }>
/** Of a convocation. */
export type Convened = Extract<AnyView, { kind: 'convocatoria' }>
/** Before the code from the recipient's mail. */
export type CodeAsked = Extract<AnyView, { kind: 'codigo' }>
export type AskedDocument = Delivery['requirements'][number]
export type RecipientDocument = View['documents'][number]
export type OtherRecipient = View['others'][number]
export type Completed = ReplyOf<typeof recipientComplete>
export type SimpleReply = ReplyOf<typeof recipientSignSimple>

/** Download links and page images expire soon after this. */
export const freshFor = 4 * 60_000

/** A token that can be sent as a header; anything else opens nothing. */
export const isToken = (token: string): boolean => /^[\w-]{1,200}$/.test(token)

/** No call uses a session of the browser. */
const as = (token: string) => ({ token: null, headers: { 'X-Recipient': credentialOf(token) } })

const fetchView = (token: string, signal: AbortSignal) =>
  call<typeof recipientRequest>('GET', '/api/v1/recipient_request/', { ...as(token), signal })

export const recipientQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.recipientRequest(token),
    queryFn: ({ signal }) => fetchView(token, signal),
    staleTime: freshFor,
  })

/** The same, where the link is known to be of a request for signatures: that never changes. */
export const signingQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.recipientRequest(token),
    queryFn: ({ signal }) => fetchView(token, signal) as Promise<View>,
    staleTime: freshFor,
  })

/** Without `code`, sends one. */
export const askCode = (token: string, code?: string) =>
  call<typeof recipientCode>('POST', '/api/v1/recipient_code/', {
    ...as(token),
    body: code === undefined ? {} : { code },
  })

export const fillFields = (token: string, data: CallOptions<typeof recipientFill>['body']['data']) =>
  call<typeof recipientFill>('POST', '/api/v1/recipient_fill/', { ...as(token), body: { data } })

export const prepare = (token: string, body: CallOptions<typeof recipientPrepare>['body']) =>
  call<typeof recipientPrepare>('POST', '/api/v1/recipient_prepare/', { ...as(token), body })

export const complete = (token: string, body: CallOptions<typeof recipientComplete>['body']) =>
  call<typeof recipientComplete>('POST', '/api/v1/recipient_complete/', { ...as(token), body })

export const signSimple = (token: string, body: CallOptions<typeof recipientSignSimple>['body']) =>
  call<typeof recipientSignSimple>('POST', '/api/v1/recipient_sign_simple/', { ...as(token), body })

export const approve = (token: string) => call<typeof recipientApprove>('POST', '/api/v1/recipient_approve/', as(token))

export const decline = (token: string, motivo: string) =>
  call<typeof recipientDecline>('POST', '/api/v1/recipient_decline/', { ...as(token), body: { motivo } })

export const delegate = (token: string, body: CallOptions<typeof recipientDelegate>['body']) =>
  call<typeof recipientDelegate>('POST', '/api/v1/recipient_delegate/', { ...as(token), body })

export const answer = (token: string, body: CallOptions<typeof recipientAnswer>['body']) =>
  call<typeof recipientAnswer>('POST', '/api/v1/recipient_answer/', { ...as(token), body })

export const deliver = (
  token: string,
  id_requirement: string,
  files: readonly File[],
  options: Pick<UploadOptions, 'signal' | 'onProgress'>,
) =>
  callUpload<typeof recipientDeliver>('/api/v1/recipient_deliver/', filesForm(files, { id_requirement }), {
    ...as(token),
    ...options,
  })

export const withdraw = (token: string, id: string) =>
  call<typeof recipientWithdraw>('DELETE', '/api/v1/recipient_delivered/{id}/', { ...as(token), params: { id } })

export const fetchReceipt = (token: string) =>
  call<typeof recipientReceipt>('GET', '/api/v1/recipient_receipt/', { ...as(token), as: 'blob' })
