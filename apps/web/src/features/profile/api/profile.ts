import type {
  updateProfile,
  beginTotp,
  changePassword,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  securityState,
  endOtherSessions,
  endSession,
  listSessions,
} from '@foja/contracts/account'
import type {
  beginPasskey,
  challengePasskey,
  confirmPasskey,
  Proof,
  Registration,
  removePasskey,
  renamePasskey,
} from '@foja/contracts/passkeys'
import { call, type CallOptions, type ReplyOf } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { getQuery } from '../../../lib/api/get-query.ts'

export type ProfileChanges = CallOptions<typeof updateProfile>['body']

export const sendProfile = (body: ProfileChanges) =>
  call<typeof updateProfile>('PUT', '/api/v1/update_profile/', { body })

export type SecurityState = ReplyOf<typeof securityState>
export type TotpSecret = ReplyOf<typeof beginTotp>
/** How the signed-in user authenticates: password, second factor, identity provider. */
export const securityQuery = getQuery<typeof securityState>(queryKeys.security(), '/api/v1/security/')

export const sendPassword = (current_password: string, new_password: string) =>
  call<typeof changePassword>('POST', '/api/v1/change_password/', {
    body: { current_password, new_password },
  })

/** The second factor is proven too when there is one already. */
export const fetchTotpSecret = (body: Proof) => call<typeof beginTotp>('POST', '/api/v1/begin_totp/', { body })

export const sendTotpCode = (code: string) =>
  call<typeof confirmTotp>('POST', '/api/v1/confirm_totp/', { body: { code } })

export const fetchNewCodes = (body: Proof) =>
  call<typeof renewRecoveryCodes>('POST', '/api/v1/renew_recovery_codes/', { body })

export const sendRemoveTotp = (body: Proof) => call<typeof removeTotp>('POST', '/api/v1/remove_totp/', { body })

/** Options for confirming a change with one of the user's passkeys. */
export const fetchPasskeyChallenge = () =>
  call<typeof challengePasskey>('POST', '/api/v1/challenge_passkey/', { body: {} })

/** Options for a new passkey. */
export const fetchNewPasskey = (body: Proof) => call<typeof beginPasskey>('POST', '/api/v1/begin_passkey/', { body })

export const sendNewPasskey = (nombre: string, passkey: Registration) =>
  call<typeof confirmPasskey>('POST', '/api/v1/confirm_passkey/', { body: { nombre, passkey } })

export const sendPasskeyName = (id: string, nombre: string) =>
  call<typeof renamePasskey>('PUT', '/api/v1/rename_passkey/{id}/', {
    params: { id },
    body: { nombre },
  })

export const sendRemovePasskey = (id: string, body: Proof) =>
  call<typeof removePasskey>('POST', '/api/v1/remove_passkey/{id}/', { params: { id }, body })

/** The open sessions of the user, the current one first. */
export const sessionsQuery = getQuery<typeof listSessions>(queryKeys.sessions(), '/api/v1/list_sessions/')

/** Answers 404 if the session has already ended. */
export const sendEndSession = (id: string) =>
  call<typeof endSession>('DELETE', '/api/v1/end_session/{id}/', { params: { id } })

export const sendEndOthers = () => call<typeof endOtherSessions>('POST', '/api/v1/end_other_sessions/', { body: {} })
