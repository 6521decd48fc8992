import type { customPdfSigning } from '@foja/contracts/signing'
import { call, type CallOptions } from '../../../lib/call.ts'

export type SignBody = CallOptions<typeof customPdfSigning>['body']

/** Signs. With the same key the server answers the first result, so it is safe to send again after a failure. */
export const sendSigning = (body: SignBody, idempotencyKey: string) =>
  call<typeof customPdfSigning>('POST', '/api/v1/custom_pdf_signing/', {
    body,
    headers: { 'Idempotency-Key': idempotencyKey },
  })
