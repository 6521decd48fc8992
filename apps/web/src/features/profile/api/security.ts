import type {
  beginTotp,
  changePassword,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  securityState,
} from '@foja/contracts/account'
import { queryOptions } from '@tanstack/react-query'
import { call, type ReplyOf } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export type SecurityState = ReplyOf<typeof securityState>
export type TotpSecret = ReplyOf<typeof beginTotp>
/** Password and code that prove the user's identity. */
export type Proof = { current_password: string; code: string }

/** How the signed-in user authenticates: password, second factor, identity provider. */
export const securityQuery = queryOptions({
  queryKey: queryKeys.security(),
  queryFn: ({ signal }) => call<typeof securityState>('GET', '/api/v1/security/', { signal }),
})

/** Too many attempts are shown at the field. */
const handBack = [429]

export const sendPassword = (current_password: string, new_password: string) =>
  call<typeof changePassword>('POST', '/api/v1/change_password/', {
    body: { current_password, new_password },
    handBack,
  })

/** The code is needed when the second factor moves to another phone. */
export const fetchTotpSecret = (body: Proof | Omit<Proof, 'code'>) =>
  call<typeof beginTotp>('POST', '/api/v1/begin_totp/', { body, handBack })

export const sendTotpCode = (code: string) =>
  call<typeof confirmTotp>('POST', '/api/v1/confirm_totp/', { body: { code }, handBack })

export const fetchNewCodes = (body: Proof) =>
  call<typeof renewRecoveryCodes>('POST', '/api/v1/renew_recovery_codes/', { body, handBack })

export const sendRemoveTotp = (body: Proof) =>
  call<typeof removeTotp>('POST', '/api/v1/remove_totp/', { body, handBack })
