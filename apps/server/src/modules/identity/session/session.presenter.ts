import type { Session } from '@foja/contracts/session'
import type { Texts } from '../../../texts/locale.ts'
import { waitText } from '../../../texts/wait-text.ts'
import type { RefreshRow } from './session.queries.ts'
import { lockedText, signInTexts, triesLeft } from '../../../texts/session-texts.ts'
import type { SignInResult } from './sign-in.ts'

/** The session in the shape that NextAuth v4's client reads, with a fresh access token. */
export function presentSession(row: RefreshRow, access: { token: string; expires: Date }): Session {
  const { id, nombre, email, role, id_company } = row.user
  return {
    user: { id, name: nombre, email, image: null, role, id_company },
    expires: row.session_expires_at.toISOString(),
    accessToken: access.token,
    accessTokenExpires: access.expires.toISOString(),
  }
}

/** `error`: code in the URL of the sign-in page, as NextAuth's client reads it. */
export type PresentedRefusal = { error: string; status: number; detail: Texts }

/** Maps a failed sign-in to its answer. */
export function presentRefusal(result: Exclude<SignInResult, { outcome: 'signed_in' }>): PresentedRefusal {
  const { outcome } = result
  if ('remaining' in result) {
    const error = outcome === 'wrong' ? 'CredentialsSignin' : outcome === 'totp_wrong' ? 'TotpWrong' : 'PasskeyWrong'
    return { error, status: 401, detail: triesLeft(result.remaining) }
  }
  if (outcome === 'totp_required') return { error: 'TotpRequired', status: 401, detail: signInTexts.totpRequired }
  if (outcome === 'locked') {
    return { error: 'TooManyAttempts', status: 429, detail: lockedText(result.retryAfter) }
  }
  if (outcome === 'busy') return { error: 'Busy', status: 503, detail: signInTexts.busy }
  const detail = outcome === 'codes_spent' ? signInTexts.codesSpent : waitText(result.retryAfter)
  return { error: 'TooManyAttempts', status: 429, detail }
}
