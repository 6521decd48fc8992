import type {
  changeSigningSettings,
  completeSigning,
  customPdfSigning,
  extendSignatures,
  getSigningSettings,
  preflightSigning,
  prepareSigning,
  testTimestamp,
} from '@foja/contracts/signing'
import { queryOptions } from '@tanstack/react-query'
import { call, type CallOptions, type ReplyOf } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export type SignBody = CallOptions<typeof customPdfSigning>['body']
export type SignReply = ReplyOf<typeof customPdfSigning>
export type PrepareBody = CallOptions<typeof prepareSigning>['body']

const idempotent = (key: string) => ({ headers: { 'Idempotency-Key': key } })

/** Signs documents. The server answers a repeated key with the first result, so a retry is safe. */
export const sendSigning = (body: SignBody, key: string) =>
  call<typeof customPdfSigning>('POST', '/api/v1/custom_pdf_signing/', { body, ...idempotent(key) })

/** Prepares the bytes that a key in this browser signs. */
export const prepareSignature = (body: PrepareBody, key: string) =>
  call<typeof prepareSigning>('POST', '/api/v1/prepare_signing/', { body, ...idempotent(key) })

export const completeSignature = (body: CallOptions<typeof completeSigning>['body']) =>
  call<typeof completeSigning>('POST', '/api/v1/complete_signing/', { body })

/** Adds validation data for long-term verification. */
export const extendDocument = (body: CallOptions<typeof extendSignatures>['body'], key: string) =>
  call<typeof extendSignatures>('POST', '/api/v1/extend_signatures/', { body, ...idempotent(key) })

export type Preflight = ReplyOf<typeof preflightSigning>
type PreflightBody = CallOptions<typeof preflightSigning>['body']

/** Predicts how other verifiers will judge the signature, and reports what each document contains. */
export const preflightQuery = (body: PreflightBody, content: string) =>
  queryOptions({
    queryKey: queryKeys.preflight(body, content),
    queryFn: ({ signal }) => call<typeof preflightSigning>('POST', '/api/v1/preflight_signing/', { body, signal }),
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  })

export const settingsQuery = queryOptions({
  queryKey: queryKeys.signingSettings(),
  queryFn: ({ signal }) => call<typeof getSigningSettings>('GET', '/api/v1/signing_settings/', { signal }),
  staleTime: 5 * 60_000,
})

export const saveSettings = (body: CallOptions<typeof changeSigningSettings>['body']) =>
  call<typeof changeSigningSettings>('PUT', '/api/v1/signing_settings/', { body })

export const askTimestamp = () => call<typeof testTimestamp>('POST', '/api/v1/test_timestamp/')
