import type { doHaveDigitalSignature } from '@foja/contracts/signers'
import { queryOptions } from '@tanstack/react-query'
import { call, type ReplyOf } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export type SignerState = ReplyOf<typeof doHaveDigitalSignature>

/** The stored certificate of the user, if any. */
export const signerQuery = queryOptions({
  queryKey: queryKeys.signer(),
  queryFn: ({ signal }) => call<typeof doHaveDigitalSignature>('GET', '/api/v1/do_have_digital_signature/', { signal }),
})
