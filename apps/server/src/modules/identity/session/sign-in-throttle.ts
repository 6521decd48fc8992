import type { Throttle, ThrottleResult, ThrottleRule } from '../../../http/throttle.ts'
import { saidAddress } from './normalize-email.ts'

/** Ten tries in a quarter of an hour, by account and by address. */
const rule: ThrottleRule = { tries: 10, seconds: 900 }

/** Names under which tries are counted. */
const byAddress = 'sign-in address'
const byAccount = 'sign-in account'
const byDevice = 'sign-in device'

/** A try that was counted. */
export type CountedTry = ThrottleResult & {
  /** This one told nothing of whether somebody guesses. Forgetting more would let them guess without end. */
  takeBack: () => Promise<void>
  /** It was the person. */
  forget: () => Promise<void>
}

/** Counts a try of somebody of whom nothing is known, against their address and against the account that they name. */
export async function countStranger(throttle: Throttle, ip: string, email: string): Promise<CountedTry> {
  const address = await throttle.hit(byAddress, ip, rule)
  // An address that is refused counts nothing against the account: nobody locks out somebody else by insisting.
  const account = address.allowed ? await throttle.hit(byAccount, email, rule) : address
  return {
    allowed: account.allowed,
    remaining: Math.min(address.remaining, account.remaining),
    retryAfter: account.retryAfter,
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
 * Counts a try in a browser in which this account signed in before, against that alone: what strangers try elsewhere, or
 * behind the same address, keeps its person out of nothing. `subject`: the browser, the account and its password.
 */
export async function countDevice(throttle: Throttle, subject: string): Promise<CountedTry> {
  return {
    ...(await throttle.hit(byDevice, subject, rule)),
    takeBack: () => throttle.refund(byDevice, subject),
    forget: () => throttle.reset(byDevice, subject),
  }
}

/** Lets somebody who has just proven whose the account is sign in at once. */
export async function forgetSignInTries(throttle: Throttle, email: string): Promise<void> {
  await throttle.reset(byAccount, saidAddress(email))
}
