import type {
  beginTotp,
  changePassword,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  securityState,
} from '@foja/contracts/account'
import { queryOptions } from '@tanstack/react-query'
import { call, type ReplyOf } from '../../../lib/call.ts'

export type SecurityState = ReplyOf<typeof securityState>
export type TotpSecret = ReplyOf<typeof beginTotp>
/** What proves that it is the person themselves. */
export type Proof = { current_password: string; code: string }

/** How whoever is signed in gets in: password, second factor, office account. */
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => call<typeof securityState>('GET', '/api/v1/security/', { signal }),
})

/** Too many wrong tries are said beside the field where they were made. */
const handBack = [429]

export const sendPassword = (current_password: string, new_password: string) =>
  call<typeof changePassword>('POST', '/api/v1/change_password/', {
    body: { current_password, new_password },
    handBack,
  })

/** With a code where the second factor is on and goes over to another phone. */
export const fetchTotpSecret = (body: Proof | Omit<Proof, 'code'>) =>
  call<typeof beginTotp>('POST', '/api/v1/begin_totp/', { body, handBack })

export const sendTotpCode = (code: string) =>
  call<typeof confirmTotp>('POST', '/api/v1/confirm_totp/', { body: { code }, handBack })

export const fetchNewCodes = (body: Proof) =>
  call<typeof renewRecoveryCodes>('POST', '/api/v1/renew_recovery_codes/', { body, handBack })

export const sendRemoveTotp = (body: Proof) =>
  call<typeof removeTotp>('POST', '/api/v1/remove_totp/', { body, handBack })
