import type { Throttle, ThrottleResult, ThrottleRule } from '../../../http/throttle.ts'
import { normalizeEmail } from './normalize-email.ts'

/** Ten tries in a quarter of an hour, per account and per address. */
const rule: ThrottleRule = { tries: 10, seconds: 900 }

/** Throttle names. */
const byAddress = 'sign-in address'
const byAccount = 'sign-in account'
const byDevice = 'sign-in device'
const byPasskey = 'sign-in passkey'

/** Answers of passkeys cannot be guessed: this limits the work that a stranger can cause. */
const passkeyRule: ThrottleRule = { tries: 30, seconds: 900 }

export type CountedTry = ThrottleResult & {
  /** The account is refused, not the address: others may have locked it. */
  accountLocked: boolean
  /** Refunds this try: it revealed nothing about the password. Resetting more would allow endless guessing. */
  takeBack: () => Promise<void>
  /** Resets the counters after a successful sign-in. */
  forget: () => Promise<void>
}

/** Counts a try from an unknown browser against its address and the account. */
export async function countStranger(throttle: Throttle, ip: string, email: string): Promise<CountedTry> {
  const address = await throttle.hit(byAddress, ip, rule)
  // A refused address does not count against the account: otherwise a stranger could lock the user out.
  const account = address.allowed ? await throttle.hit(byAccount, email, rule) : address
  return {
    allowed: account.allowed,
    remaining: Math.min(address.remaining, account.remaining),
    retryAfter: account.retryAfter,
    accountLocked: address.allowed && !account.allowed,
    takeBack: async () => {
      await throttle.refund(byAccount, email)
      await throttle.refund(byAddress, ip)
    },
    forget: async () => {
      await throttle.reset(byAccount, email)
      await throttle.refund(byAddress, ip)
    },
  }
}

/**
 * Counts a try from a known browser against that browser only: strangers elsewhere, or behind the same address, cannot
 * lock the user out. `subject`: the browser, the account and its password.
 */
export async function countDevice(throttle: Throttle, subject: string): Promise<CountedTry> {
  return {
    ...(await throttle.hit(byDevice, subject, rule)),
    accountLocked: false,
    takeBack: () => throttle.refund(byDevice, subject),
    forget: () => throttle.reset(byDevice, subject),
  }
}

/** Counts a sign-in with a passkey against its address, apart from the passwords typed there. */
export async function countPasskey(
  throttle: Throttle,
  ip: string,
): Promise<ThrottleResult & Pick<CountedTry, 'forget'>> {
  return { ...(await throttle.hit(byPasskey, ip, passkeyRule)), forget: () => throttle.refund(byPasskey, ip) }
}

/** Resets the counter of an account whose owner has just proven themselves. */
export async function forgetSignInTries(throttle: Throttle, email: string): Promise<void> {
  await throttle.reset(byAccount, normalizeEmail(email))
}
