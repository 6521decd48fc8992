import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Clock } from '../../deps.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle } from '../../http/throttle.ts'

/** Addresses outside of the office per user and day: one by one, and of lists. */
export const emailQuotas = {
  email: { tries: 200, seconds: 24 * 3600 },
  email_list: { tries: 2000, seconds: 24 * 3600 },
}

/**
 * Counts addresses against the caller's daily quota, in the transaction that queues the message, so that a rollback
 * undoes it.
 * @throws ProblemError email_quota_exceeded
 */
export async function spendQuota(
  trx: Transaction<Database>,
  { clock, actor }: { clock: Clock; actor: { id: string } },
  addresses: number,
  kind: keyof typeof emailQuotas = 'email',
): Promise<void> {
  const { allowed, retryAfter } = await createThrottle(trx, clock).hit(kind, actor.id, emailQuotas[kind], addresses)
  if (!allowed) throw new ProblemError('email_quota_exceeded', { retryAfter })
}
