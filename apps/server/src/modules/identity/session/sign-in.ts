import type { AppDeps } from '../../../deps.ts'
import type { Throttle } from '../../../http/throttle.ts'
import { trySignInCode } from '../account/try-sign-in-code.ts'
import type { MailDeps } from '../../outbox/public.ts'
import { checkOwnPassword, wasNotChecked } from './check-own-password.ts'
import type { Devices } from './devices.ts'
import type { RefreshToken } from './refresh-token.ts'
import { findCredentials } from './session.queries.ts'
import { countDevice, countStranger, type CountedTry } from './sign-in-throttle.ts'
import { startSession, type Factor, type Origin } from './start-session.ts'

export type Credentials = {
  /** Normalized by `normalizeEmail`. */
  email: string
  password: string
  /** Second-factor code; empty if none was sent. */
  code: string
  persistent: boolean
  /** Cookie of known browsers (`devices.ts`). */
  device: string | undefined
}

type Outcome =
  /** `device`: new value of the browser's cookie. */
  | { outcome: 'signed_in'; refresh: RefreshToken; device: string }
  | { outcome: 'wrong' | 'totp_wrong'; remaining: number }
  | { outcome: 'totp_required' }
  /** `busy`: too many concurrent sign-ins; `codes_spent`: too many wrong codes today. */
  | { outcome: 'too_many' | 'busy' | 'codes_spent'; retryAfter: number }

/** `about`: id of the account, if it may sign in; for the log only. */
export type SignInResult = Outcome & { about: string | undefined }

type Deps = Pick<AppDeps, 'db' | 'keys'> & MailDeps & { throttle: Throttle; devices: Devices }
type Person = NonNullable<Awaited<ReturnType<typeof findCredentials>>>
type Try = Omit<Credentials, 'device'> & {
  /** Name of the browser if the account has signed in there before. */
  device: string | undefined
  cookie: string | undefined
}

/**
 * Signs a user in. Unknown, deactivated and invited users get the answer of a wrong password, in the same time and with
 * the same throttling, so that the existence of accounts is not revealed. Users with a second factor also send a code:
 * a missing code does not count as a try, a wrong one counts like a wrong password.
 */
export async function signIn(deps: Deps, credentials: Credentials, origin: Origin): Promise<SignInResult> {
  const user = await findCredentials(deps.db, credentials.email)
  const cookie = credentials.device
  const tried = { ...credentials, cookie, device: deps.devices.known(cookie, user?.id ?? '') }
  return { ...(await attempt(deps, user, tried, origin)), about: user?.id }
}

async function attempt(deps: Deps, user: Person | undefined, tried: Try, origin: Origin): Promise<Outcome> {
  const counted = await countTry(deps, user, tried, origin.ip)
  if (!counted.allowed) return { outcome: 'too_many', retryAfter: counted.retryAfter }
  try {
    const who = { whose: user?.id ?? tried.email, from: tried.device === undefined ? 'stranger' : 'known' } as const
    const matches = await checkOwnPassword(deps, who, user?.password_hash ?? null, tried.password)
    if (user === undefined || !matches) return { outcome: 'wrong', remaining: counted.remaining }
  } catch (error) {
    if (!wasNotChecked(error)) throw error
    await counted.takeBack()
    const retryAfter = error.options.retryAfter ?? 60
    return { outcome: error.code === 'unavailable' ? 'busy' : 'too_many', retryAfter }
  }
  return await openSession(deps, { user, tried, counted }, origin)
}

/** A changed password starts a new counter. */
async function countTry(
  { throttle }: Deps,
  user: Person | undefined,
  { email, device }: Try,
  ip: string,
): Promise<CountedTry> {
  if (device === undefined) return await countStranger(throttle, ip, email)
  const since = user?.password_changed_at?.getTime() ?? 0
  return await countDevice(throttle, `${device} ${email} ${since}`)
}

/** Second factor and session, after a correct password. */
async function openSession(
  deps: Deps,
  { user, tried, counted }: { user: Person; tried: Try; counted: CountedTry },
  origin: Origin,
): Promise<Outcome> {
  const { code, device, persistent } = tried
  const factors: Factor[] = ['password']
  if (user.totp_enabled_at !== null) {
    if (code.trim() === '') {
      await counted.takeBack()
      return { outcome: 'totp_required' }
    }
    const second = await trySignInCode(deps, user, { code, device }, origin)
    if (second.outcome === 'spent') return { outcome: 'codes_spent', retryAfter: second.retryAfter }
    if (second.outcome === 'wrong') return { outcome: 'totp_wrong', remaining: counted.remaining }
    factors.push(second.factor)
  }
  const refresh = await startSession(deps, { user, checked: user.password_hash, persistent, factors }, origin)
  if (refresh === undefined) return { outcome: 'wrong', remaining: counted.remaining }
  await counted.forget()
  return { outcome: 'signed_in', refresh, device: deps.devices.remember(tried.cookie, user.id) }
}
