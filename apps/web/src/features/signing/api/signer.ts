import type { doHaveDigitalSignature, signatureImage } from '@foja/contracts/signers'
import type { ReplyOf } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { getQuery } from '../../../lib/api/get-query.ts'

export type SignerState = ReplyOf<typeof doHaveDigitalSignature>

/** The stored certificate of the user, if any. */
export const signerQuery = getQuery<typeof doHaveDigitalSignature>(
  queryKeys.signer(),
  '/api/v1/do_have_digital_signature/',
)

export const signatureImageQuery = getQuery<typeof signatureImage>(
  queryKeys.signatureImage(),
  '/api/v1/signature_image/',
  { as: 'blob' },
)
