import type { Assertion } from '@foja/contracts/passkeys'
import { findPasskey } from '../account/passkeys.queries.ts'
import { relyingParty } from '../account/relying-party.ts'
import { takePasskey, type PasskeyDeps } from '../account/take-passkey.ts'
import { assertionOptions, type AssertionOptions } from '../account/webauthn.ts'
import type { Throttle } from '../../../http/throttle.ts'
import type { Devices } from './devices.ts'
import type { RefreshToken } from './refresh-token.ts'
import { findUserWhoMaySignIn } from './session.queries.ts'
import { countPasskey } from './sign-in-throttle.ts'
import { startSession, type Origin } from './start-session.ts'

type Deps = PasskeyDeps & { throttle: Throttle; devices: Devices }

/** The challenge is bound to the browser, by its CSRF token. */
const useOf = (browser: string) => ({ purpose: 'sign in', holder: browser }) as const

/** Options for signing in with any passkey of this site; null if this server cannot have passkeys. */
export async function passkeySignInOptions(deps: PasskeyDeps, browser: string): Promise<AssertionOptions | null> {
  const party = relyingParty(deps)
  if (party === null) return null
  return await assertionOptions({ keys: deps.keys, party, use: useOf(browser), now: deps.clock() }, [])
}

export type PasskeySignIn = {
  assertion: Assertion | undefined
  browser: string
  persistent: boolean
  /** Cookie of known browsers (`devices.ts`). */
  device: string | undefined
}

/** `about`: id of the account, for the log only. */
export type PasskeySignInResult =
  | { outcome: 'signed_in'; refresh: RefreshToken; device: string }
  | { outcome: 'passkey_refused'; about: string | undefined }
  | { outcome: 'too_many'; retryAfter: number; about: undefined }

/**
 * Signs a user in with a passkey alone: it verified the user (fingerprint, face or PIN), so it counts as two factors.
 * Unknown passkeys, wrong answers and users who may not sign in get the same answer.
 */
export async function signInByPasskey(
  deps: Deps,
  { assertion, browser, persistent, device }: PasskeySignIn,
  origin: Origin,
): Promise<PasskeySignInResult> {
  const counted = await countPasskey(deps.throttle, origin.ip)
  if (!counted.allowed) return { outcome: 'too_many', retryAfter: counted.retryAfter, about: undefined }
  const passkey = assertion === undefined ? undefined : await findPasskey(deps.db, assertion.id)
  const refused = { outcome: 'passkey_refused', about: passkey?.id_user } as const
  if (assertion === undefined || passkey === undefined) return refused
  const user = await findUserWhoMaySignIn(deps.db, passkey.id_user)
  if (user === undefined) return refused
  const proven = await takePasskey(deps, { assertion, use: useOf(browser), user: undefined }, origin)
  if (proven !== user.id) return refused
  const refresh = await startSession(deps, { user, checked: null, persistent, factors: ['passkey'] }, origin)
  if (refresh === undefined) return refused
  await counted.forget()
  return { outcome: 'signed_in', refresh, device: deps.devices.remember(device, user.id) }
}
