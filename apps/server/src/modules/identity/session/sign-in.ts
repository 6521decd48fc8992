import type { Assertion } from '@foja/contracts/passkeys'
import type { Throttle } from '../../../http/throttle.ts'
import { createKeyedQueue } from '../../../lib/keyed-mutex.ts'
import { networkOf } from '../../../lib/network-of.ts'
import { mayUseApp } from '../account/take-code.ts'
import { findPasskeys } from '../account/passkeys.queries.ts'
import { relyingParty } from '../account/relying-party.ts'
import { takePasskey, type PasskeyDeps } from '../account/take-passkey.ts'
import { codeFitsAtLock, trySignInCode } from '../account/try-sign-in-code.ts'
import { assertionOptions, type AssertionOptions } from '../account/webauthn.ts'
import { checkOwnPassword, wasNotChecked } from './check-own-password.ts'
import type { Devices } from './devices.ts'
import { checkPassword } from './passwords.ts'
import type { RefreshToken } from './refresh-token.ts'
import { findCredentials } from './session.queries.ts'
import { countDevice, countStranger, type CountedTry } from './sign-in-throttle.ts'
import { startSession, type Factor, type Origin as Client } from './start-session.ts'

type Origin = Client & {
  /** True if the client has closed its connection, so that its try is not worth checking. */
  hasLeft: () => boolean
}

export type Credentials = {
  /** Normalized by `normalizeEmail`. */
  email: string
  password: string
  /** Second-factor code; empty if none was sent. */
  code: string
  /** A passkey's answer, as the second factor. */
  passkey: Assertion | undefined
  /** CSRF token of the browser, which challenges are bound to. */
  browser: string
  persistent: boolean
  /** Cookie of known browsers (`devices.ts`). */
  device: string | undefined
}

type Outcome =
  /** `device`: new value of the browser's cookie. */
  | { outcome: 'signed_in'; refresh: RefreshToken; device: string }
  | { outcome: 'wrong'; remaining: number }
  | { outcome: 'totp_wrong' | 'passkey_wrong'; remaining: number; second: SecondStep }
  | { outcome: 'totp_required'; second: SecondStep }
  /** `locked`: too many tries at the account, possibly by others: a second factor passes. */
  | { outcome: 'locked'; retryAfter: number; second: SecondStep }
  /** `busy`: too many concurrent sign-ins; `codes_spent`: too many wrong codes today. */
  | { outcome: 'too_many' | 'busy' | 'codes_spent'; retryAfter: number }

/** How the second step can be taken; a recovery code always works. */
export type SecondStep = {
  /** A code of the app. */
  app: boolean
  /** Options for one of the user's passkeys; null: none works here. */
  passkey: AssertionOptions | null
}

/** `about`: id of the account, if it may sign in; for the log only. */
export type SignInResult = Outcome & { about: string | undefined }

type Deps = PasskeyDeps & { throttle: Throttle; devices: Devices }
type Person = NonNullable<Awaited<ReturnType<typeof findCredentials>>>
type Try = Omit<Credentials, 'device'> & {
  /** Name of the browser if the account has signed in there before. */
  device: string | undefined
  cookie: string | undefined
}

/**
 * Signs a user in. Unknown, deactivated and invited users get the answer of a wrong password, in the same time and with
 * the same throttling, so that the existence of accounts is not revealed. Users with a second factor also send a code
 * or a passkey's answer: a missing one does not count as a try, a wrong one counts like a wrong password.
 */
export async function signIn(deps: Deps, credentials: Credentials, origin: Origin): Promise<SignInResult> {
  const user = await findCredentials(deps.db, credentials.email)
  const cookie = credentials.device
  const tried = { ...credentials, cookie, device: deps.devices.known(cookie, user?.id ?? '') }
  const take = async (): Promise<Outcome> => (origin.hasLeft() ? busy : await attempt(deps, user, tried, origin))
  const outcome = tried.device === undefined ? await strangers(networkOf(origin.ip), take, () => busy) : await take()
  return { ...outcome, about: user?.id }
}

const busy: Outcome = { outcome: 'busy', retryAfter: 5 }

/**
 * Tries from unknown browsers run one at a time for each address, on this server. A try counts until it succeeds: tries
 * in progress of an office that arrives in the morning would otherwise reach the limit of its address together. Twice as
 * many wait as users of an office sign in at once.
 */
const strangers = createKeyedQueue(60)

async function attempt(deps: Deps, user: Person | undefined, tried: Try, origin: Origin): Promise<Outcome> {
  const counted = await countTry(deps, user, tried, origin.ip)
  if (counted.accountLocked) return await passLock(deps, user, { tried, counted }, origin)
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

/**
 * Signs in at an account that too many tries have locked: only with a right code and the right password together. A
 * password beside a wrong code is compared with nothing, apart from the account, so that strangers at many addresses
 * cannot exhaust its passwords. Wrong codes are limited per account, all tries per address. Every failure has the same
 * answer after the same work, which does not tell whether the account exists, or code or password are right.
 */
async function passLock(
  deps: Deps,
  user: Person | undefined,
  { tried, counted }: { tried: Try; counted: CountedTry },
  origin: Origin,
): Promise<Outcome> {
  const { code, password, email } = tried
  const second = { app: true, passkey: null }
  const locked: Outcome = { outcome: 'locked', retryAfter: counted.retryAfter, second }
  if (code.trim() === '') return locked
  try {
    if (user === undefined || !(await codeFitsAtLock(deps, user.id, code, origin))) {
      await checkPassword(`locked ${email}`, null, password)
      return locked
    }
    if (!(await checkOwnPassword(deps, { whose: user.id, from: 'known' }, user.password_hash, password))) return locked
  } catch (error) {
    if (!wasNotChecked(error)) throw error
    return locked
  }
  const opened = await openSession(deps, { user, tried, counted }, origin)
  return opened.outcome === 'signed_in' ? opened : locked
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

/** The challenge of a second step is bound to the account and to the browser. */
const useOf = (user: Person, { browser }: Try) => ({ purpose: 'second step', holder: `${user.id} ${browser}` }) as const

async function secondStepOf(deps: Deps, user: Person, tried: Try): Promise<SecondStep> {
  const party = user.passkeys === 0 ? null : relyingParty(deps)
  if (party === null) return { app: mayUseApp(user), passkey: null }
  const issuing = { keys: deps.keys, party, use: useOf(user, tried), now: deps.clock() }
  const passkey = await assertionOptions(issuing, await findPasskeys(deps.db, user.id))
  return { app: mayUseApp(user), passkey }
}

type Accepted = { user: Person; tried: Try; counted: CountedTry }

/** Takes the second factor, if the user has one: returns it, or why there is no session. */
async function takeSecondStep(
  deps: Deps,
  { user, tried, counted }: Accepted,
  origin: Origin,
): Promise<Factor[] | Outcome> {
  if (user.totp_enabled_at === null && user.passkeys === 0) return []
  const { code, passkey, device } = tried
  const { remaining } = counted
  if (passkey !== undefined) {
    const claim = { assertion: passkey, use: useOf(user, tried), user: user.id }
    if ((await takePasskey(deps, claim, origin)) !== null) return ['passkey']
    return { outcome: 'passkey_wrong', remaining, second: await secondStepOf(deps, user, tried) }
  }
  if (code.trim() === '') {
    await counted.takeBack()
    return { outcome: 'totp_required', second: await secondStepOf(deps, user, tried) }
  }
  const taken = await trySignInCode(deps, user, { code, device, app: mayUseApp(user) }, origin)
  if (taken.outcome === 'spent') return { outcome: 'codes_spent', retryAfter: taken.retryAfter }
  if (taken.outcome === 'right') return [taken.factor]
  return { outcome: 'totp_wrong', remaining, second: await secondStepOf(deps, user, tried) }
}

/** Second factor and session, after a correct password. */
async function openSession(deps: Deps, accepted: Accepted, origin: Origin): Promise<Outcome> {
  const { user, tried, counted } = accepted
  const second = await takeSecondStep(deps, accepted, origin)
  if ('outcome' in second) return second
  const factors: Factor[] = ['password', ...second]
  const opening = { user, checked: user.password_hash, persistent: tried.persistent, factors }
  const refresh = await startSession(deps, opening, origin)
  if (refresh === undefined) return { outcome: 'wrong', remaining: counted.remaining }
  await counted.forget()
  return { outcome: 'signed_in', refresh, device: deps.devices.remember(tried.cookie, user.id) }
}
