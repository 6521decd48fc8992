import { inTransaction } from '@foja/db/transaction'
import { parseAddress } from '@foja/mail/address'
import type { Ctx } from '../../../context.ts'
import type { AppDeps } from '../../../deps.ts'
import { slowDown } from '../../../http/throttle.ts'
import { findCredentials } from '../session/session.queries.ts'
import { createLink } from './create-link.ts'
import { notifyPerson } from './queue-account-mail.ts'

/** Job that emails a password reset link; payload: `{ email }`. */
export const resetJob = 'reset-password'

const byAddress = { tries: 20, seconds: 900 }
const byAccount = { tries: 5, seconds: 3600 }

/**
 * Queues a password reset for `email`. `device` is the browser if `email` has signed in there before; it is
 * rate-limited apart, so that strangers cannot use up the user's requests. The account is looked up later by a job, so
 * that the response takes the same time for every address. Throws `too_many_attempts`.
 */
export async function requestPasswordReset(
  ctx: Ctx<null>,
  { email, device }: { email: string; device: string | undefined },
): Promise<{ by_mail: boolean }> {
  if (device === undefined) await slowDown(ctx, 'forgot address', ctx.ip, byAddress)
  await slowDown(ctx, 'forgot account', device === undefined ? email : `${device} ${email}`, byAccount)
  if (ctx.mail === null) return { by_mail: false }
  await ctx.queue.enqueue(resetJob, { email })
  return { by_mail: true }
}

/** Emails a reset link if the account has a password and may sign in; otherwise does nothing. */
export async function sendReset(deps: AppDeps, email: string): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const user = await findCredentials(trx, email)
    if (user === undefined || user.password_hash === null || parseAddress(user.email) === null) return
    const link = await createLink(trx, deps, { user, kind: 'reset', by: null, at: deps.clock() })
    await notifyPerson(trx, deps, user, { kind: 'reset', link })
  })
}
