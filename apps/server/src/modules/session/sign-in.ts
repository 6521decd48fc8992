import type { AppDeps } from '../../deps.ts'
import { ProblemError } from '../../http/problem.ts'
import type { Throttle } from '../../http/throttle.ts'
import { trySignInCode } from '../account/second-factor.public.ts'
import type { MailDeps } from '../emails/emails.public.ts'
import { checkPassword } from './passwords.ts'
import type { RefreshToken } from './refresh-token.ts'
import { findCredentials } from './session.queries.ts'
import { countDevice, countStranger, type CountedTry } from './sign-in-throttle.ts'
import { startSession, type Origin } from './start-session.ts'

export type Credentials = {
  email: string
  password: string
  /** Of the second factor; empty where none was said. */
  code: string
  persistent: boolean
  /** Name of the browser, where the account signed in in it before (`devices.ts`). */
  device: string | undefined
}

export type SignInResult =
  | { outcome: 'signed_in'; refresh: RefreshToken }
  | { outcome: 'wrong' | 'totp_wrong'; remaining: number }
  | { outcome: 'totp_required' }
  /** `busy`: too many sign in right now; `codes_spent`: too many codes were wrong today. */
  | { outcome: 'too_many' | 'busy' | 'codes_spent'; retryAfter: number }

type Deps = Pick<AppDeps, 'db' | 'keys'> & MailDeps & { throttle: Throttle }
type Person = NonNullable<Awaited<ReturnType<typeof findCredentials>>>

/**
 * Signs a person in. Unknown, deactivated and invited users answer as a wrong password does, in the same time, and are
 * throttled alike, so that nothing tells which accounts exist. Whoever has a second factor says a code of it too: asking
 * for it counts nothing, a wrong one counts as a wrong password does.
 */
export async function signIn(deps: Deps, credentials: Credentials, origin: Origin): Promise<SignInResult> {
  const email = credentials.email.trim().toLowerCase()
  const counted = await countTry(deps, { ...credentials, email }, origin.ip)
  if (!counted.allowed) return { outcome: 'too_many', retryAfter: counted.retryAfter }
  const user = await findCredentials(deps.db, email)
  try {
    const matches = await checkPassword(user?.password_hash ?? null, credentials.password)
    if (user === undefined || !matches) return { outcome: 'wrong', remaining: counted.remaining }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'unavailable') throw error
    await counted.takeBack()
    return { outcome: 'busy', retryAfter: error.options.retryAfter ?? 60 }
  }
  return await letIn(deps, { user, credentials, counted }, origin)
}

/** A password that was changed since has not been guessed at. */
async function countTry(
  { db, throttle }: Deps,
  { email, device }: Pick<Credentials, 'email' | 'device'>,
  ip: string,
): Promise<CountedTry> {
  if (device === undefined) return await countStranger(throttle, ip, email)
  const since = (await findCredentials(db, email))?.password_changed_at?.getTime() ?? 0
  return await countDevice(throttle, `${device} ${email} ${since}`)
}

/** What comes after a password that was right. */
async function letIn(
  deps: Deps,
  { user, credentials, counted }: { user: Person; credentials: Credentials; counted: CountedTry },
  origin: Origin,
): Promise<SignInResult> {
  const { code, device, persistent } = credentials
  if (user.totp_enabled_at !== null) {
    if (code.trim() === '') {
      await counted.takeBack()
      return { outcome: 'totp_required' }
    }
    const said = await trySignInCode(deps, user, { code, device }, origin)
    if (said.outcome === 'spent') return { outcome: 'codes_spent', retryAfter: said.retryAfter }
    if (said.outcome === 'wrong') return { outcome: 'totp_wrong', remaining: counted.remaining }
  }
  const opening = { user, checked: user.password_hash, persistent, byProvider: false }
  const refresh = await startSession(deps, opening, origin)
  if (refresh === undefined) return { outcome: 'wrong', remaining: counted.remaining }
  await counted.forget()
  return { outcome: 'signed_in', refresh }
}
