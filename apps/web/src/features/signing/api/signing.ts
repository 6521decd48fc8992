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

export type SignBody = CallOptions<typeof customPdfSigning>['body']
export type SignReply = ReplyOf<typeof customPdfSigning>
export type PrepareBody = CallOptions<typeof prepareSigning>['body']

const idempotent = (key: string) => ({ headers: { 'Idempotency-Key': key } })

/** Signs. With the same key the server answers the first result, so it is safe to send again after a failure. */
export const sendSigning = (body: SignBody, key: string) =>
  call<typeof customPdfSigning>('POST', '/api/v1/custom_pdf_signing/', { body, ...idempotent(key) })

/** What a key that stays in this browser has to sign. */
export const prepareSignature = (body: PrepareBody, key: string) =>
  call<typeof prepareSigning>('POST', '/api/v1/prepare_signing/', { body, ...idempotent(key) })

export const completeSignature = (body: CallOptions<typeof completeSigning>['body']) =>
  call<typeof completeSigning>('POST', '/api/v1/complete_signing/', { body })

/** Adds what proves the signatures in years to come. */
export const extendDocument = (body: CallOptions<typeof extendSignatures>['body'], key: string) =>
  call<typeof extendSignatures>('POST', '/api/v1/extend_signatures/', { body, ...idempotent(key) })

export type Preflight = ReplyOf<typeof preflightSigning>
type PreflightBody = CallOptions<typeof preflightSigning>['body']

/** What will be said of the signature elsewhere, and what each document bears. */
export const preflightQuery = (body: PreflightBody, content: string) =>
  queryOptions({
    queryKey: ['preflight', body, content],
    queryFn: ({ signal }) => call<typeof preflightSigning>('POST', '/api/v1/preflight_signing/', { body, signal }),
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  })

export const settingsQuery = queryOptions({
  queryKey: ['signing-settings'],
  queryFn: ({ signal }) => call<typeof getSigningSettings>('GET', '/api/v1/signing_settings/', { signal }),
  staleTime: 5 * 60_000,
})

export const saveSettings = (body: CallOptions<typeof changeSigningSettings>['body']) =>
  call<typeof changeSigningSettings>('PUT', '/api/v1/signing_settings/', { body })

export const askTimestamp = () => call<typeof testTimestamp>('POST', '/api/v1/test_timestamp/')
