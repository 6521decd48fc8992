import type { Throttle, ThrottleRule } from '../../http/throttle.ts'

/** Ten tries in a quarter of an hour, by account and by address. */
export const signInRule: ThrottleRule = { tries: 10, seconds: 900 }

/** Names under which tries are counted. */
export const byAddress = 'sign-in address'
export const byAccount = 'sign-in account'

/** Lets somebody who has just proven whose the account is sign in at once. */
export async function forgetSignInTries(throttle: Throttle, email: string): Promise<void> {
  await throttle.reset(byAccount, email.trim().toLowerCase())
}
