import { inTransaction } from '@foja/db/transaction'
import type { AppDeps } from '../../deps.ts'
import type { Throttle } from '../../http/throttle.ts'
import { takeSignInCode } from '../account/second-factor.public.ts'
import type { MailDeps } from '../emails/emails.public.ts'
import { checkPassword } from './passwords.ts'
import type { RefreshToken } from './refresh-token.ts'
import { findCredentials } from './session.queries.ts'
import { byAccount, byAddress, signInRule } from './sign-in-throttle.ts'
import { startSession, type Origin } from './start-session.ts'

/** `code`: of the second factor; empty where none was said. */
export type Credentials = { email: string; password: string; code: string; persistent: boolean }

export type SignInResult =
  | { outcome: 'signed_in'; refresh: RefreshToken }
  | { outcome: 'wrong' | 'totp_wrong'; remaining: number }
  | { outcome: 'totp_required' }
  | { outcome: 'too_many'; retryAfter: number }

type Deps = Pick<AppDeps, 'db' | 'keys'> & MailDeps & { throttle: Throttle }

/**
 * Signs a person in. Unknown, deactivated and invited users answer as a wrong password does, in the same time, and are
 * throttled alike, so that nothing tells which accounts exist. Whoever has a second factor says a code of it too: asking
 * for it counts nothing, a wrong one counts as a wrong password does.
 */
export async function signIn(deps: Deps, credentials: Credentials, origin: Origin): Promise<SignInResult> {
  const { throttle } = deps
  const email = credentials.email.trim().toLowerCase()
  const address = await throttle.hit(byAddress, origin.ip, signInRule)
  // An address that is refused counts nothing against the account: nobody locks out somebody else by insisting.
  if (!address.allowed) return { outcome: 'too_many', retryAfter: address.retryAfter }
  const account = await throttle.hit(byAccount, email, signInRule)
  if (!account.allowed) return { outcome: 'too_many', retryAfter: account.retryAfter }
  const remaining = Math.min(address.remaining, account.remaining)
  const user = await findCredentials(deps.db, email)
  const matches = await checkPassword(user?.password_hash ?? null, credentials.password)
  if (user === undefined || !matches) return { outcome: 'wrong', remaining }
  if (user.totp_enabled_at !== null && credentials.code.trim() === '') {
    // This one try only: forgetting all would let whoever has the password guess codes without end.
    await throttle.refund(byAccount, email)
    await throttle.refund(byAddress, origin.ip)
    return { outcome: 'totp_required' }
  }
  if (user.totp_enabled_at !== null && !(await isCode(deps, user.id, credentials.code, origin))) {
    return { outcome: 'totp_wrong', remaining }
  }
  const opening = { user, checked: user.password_hash, persistent: credentials.persistent, byProvider: false }
  const refresh = await startSession(deps, opening, origin)
  if (refresh === undefined) return { outcome: 'wrong', remaining }
  await throttle.reset(byAccount, email)
  await throttle.refund(byAddress, origin.ip)
  return { outcome: 'signed_in', refresh }
}

const isCode = async (deps: Deps, user: string, code: string, origin: Origin): Promise<boolean> =>
  await inTransaction(deps.db, async (trx) => (await takeSignInCode(trx, deps, user, code, origin)) !== null)
