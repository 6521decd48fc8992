import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Job, QueueLogger } from '@foja/jobs/queue'
import { MailError, type Delivery, type Refusal } from '@foja/mail/mailer'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { retryPauses } from '../../lib/retry-pauses.ts'
import { composeEmail, EmailUnsendable } from './compose-email.ts'
import { refusalReason, type EmailReason } from '../../texts/email-reasons.ts'
import { notifyFailure, placeOf, recordEmail, type StoredEmail } from './email-trail.ts'
import { emailJob, perJob, enqueueEmail } from '../outbox/public.ts'
import { refreshRecipientAddress } from './recipient-access.ts'
import { afterAttempt, missingOf, waitingOf } from './recipients.ts'

const minuteMs = 60_000

/** Renewed while the message is being sent, so that an expired lease means that its worker has ended. */
const leaseMs = minuteMs
const renewalMs = leaseMs / 4

/** The result of a delivery attempt. */
type Outcome =
  | { kind: 'taken'; delivery: Delivery }
  | { kind: 'failed'; reason: EmailReason; permanent: boolean; reply: string | null; refused?: readonly Refusal[] }

/**
 * Claims a due message for this worker: until the lease ends no one else sends, changes or discards it. Holds the
 * message if no mail server is configured any more.
 */
async function claim({ db, clock, mail }: AppDeps, id: string): Promise<StoredEmail | undefined> {
  const now = clock()
  const due = db
    .updateTable('email')
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where((eb) => eb.or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', now)]))
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
  if (mail === null) {
    await due.set({ status: 'held', next_attempt_at: null, lease_until: null }).execute()
    return undefined
  }
  return await due
    .set({ attempts: sql<number>`attempts + 1`, lease_until: new Date(now.getTime() + leaseMs) })
    .returningAll()
    .executeTakeFirst()
}

/** Renews the lease of a message until the returned function is called. */
function keepLease({ db, clock }: AppDeps, { id, attempts }: StoredEmail): () => void {
  const renew = async () => {
    await db
      .updateTable('email')
      .set({ lease_until: new Date(clock().getTime() + leaseMs) })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('lease_until', 'is not', null)
      .execute()
  }
  // A failed renewal is repeated; without a database the result cannot be stored either.
  const timer = setInterval(() => void renew().catch(() => {}), renewalMs)
  return () => clearInterval(timer)
}

/** Ends all leases. For a database without other servers, at start: their workers ended with the process before. */
export async function endLeases(db: Kysely<Database>): Promise<void> {
  await db.updateTable('email').set({ lease_until: null }).where('lease_until', 'is not', null).execute()
}

async function attempt(deps: AppDeps, email: StoredEmail): Promise<Outcome> {
  const stopRenewing = keepLease(deps, email)
  try {
    // A correction may have left only recipients who already have it.
    if (missingOf(email).length === 0) return { kind: 'taken', delivery: { accepted: [], refused: [], reply: '' } }
    const { mailer, from } = deps.mail!
    const message = await composeEmail(deps, from, email)
    try {
      return { kind: 'taken', delivery: await mailer.send(message) }
    } finally {
      // Closes unread attachments.
      for (const { content } of message.attachments) if (!Buffer.isBuffer(content)) content.destroy()
    }
  } catch (error) {
    if (error instanceof EmailUnsendable) return { kind: 'failed', reason: error.reason, permanent: true, reply: null }
    if (error instanceof MailError) {
      const { code, permanent, reply, refused } = error
      return { kind: 'failed', reason: code, permanent, reply, refused }
    }
    // Unexpected errors are retried like the rest, up to the same limit.
    return { kind: 'failed', reason: 'unexpected', permanent: false, reply: null }
  } finally {
    stopRenewing()
  }
}

type Failure = Extract<Outcome, { kind: 'failed' }>
type Settled = Pick<
  StoredEmail,
  'status' | 'delivered' | 'refused' | 'reason' | 'server_reply' | 'next_attempt_at' | 'sent_at'
>

/** Why the server, which accepted the message for some recipients, did not accept it for the others. */
function failureOf(refused: readonly Refusal[], waiting: readonly string[]): Failure {
  const permanent = waiting.length === 0
  const refusal = refused.find((one) => one.permanent === permanent) ?? refused[0]
  const reply = refusal === undefined || refusal.reply === '' ? null : refusal.reply
  return { kind: 'failed', reason: refusalReason(refused, permanent), permanent, reply }
}

/** True if no one needs to act: the reader lost access, or the account link was used or replaced. */
const needsNoAction = ({ reason }: Failure) => reason === 'reader_gone' || reason === 'link_used'

/** The columns of the message after an attempt. */
export function settle(email: StoredEmail, outcome: Outcome, now: Date): Settled {
  const taken =
    outcome.kind === 'taken' ? outcome.delivery : { accepted: [], refused: outcome.refused ?? [], reply: '' }
  const addresses = afterAttempt(email, taken.accepted, taken.refused)
  const after = { ...email, ...addresses }
  if (outcome.kind === 'taken' && missingOf(after).length === 0) {
    const server_reply = taken.reply === '' ? email.server_reply : taken.reply.slice(0, 500)
    return { status: 'sent', ...addresses, reason: null, server_reply, next_attempt_at: null, sent_at: now }
  }
  const failure = outcome.kind === 'failed' ? outcome : failureOf(after.refused, waitingOf(after))
  const pause = failure.permanent ? undefined : retryPauses[email.attempts - 1]
  const finalStatus = needsNoAction(failure) ? 'cancelled' : 'failed'
  return {
    status: pause === undefined ? finalStatus : 'queued',
    ...addresses,
    reason: failure.reason,
    server_reply: failure.reply,
    next_attempt_at: pause === undefined ? null : new Date(now.getTime() + pause * minuteMs),
    sent_at: null,
  }
}

/** Stores the result of an attempt, unless another worker has taken over the lease. */
async function storeOutcome(
  trx: Transaction<Database>,
  deps: AppDeps,
  email: StoredEmail,
  outcome: Outcome,
): Promise<StoredEmail | undefined> {
  const at = deps.clock()
  const { delivered, refused, ...settled } = settle(email, outcome, at)
  const addresses = { delivered: JSON.stringify(delivered), refused: JSON.stringify(refused) }
  const stored = await trx
    .updateTable('email')
    .set({ ...settled, ...addresses, lease_until: null })
    .where('id', '=', email.id)
    .where('status', '=', 'queued')
    .where('attempts', '=', email.attempts)
    .returningAll()
    .executeTakeFirst()
  if (stored === undefined) return undefined
  if (stored.status === 'queued') await enqueueEmail(deps.queue, stored.id, stored.next_attempt_at ?? at, trx)
  const place = await placeOf(trx, stored)
  const missing = missingOf(stored)
  // An undeliverable system message to an example address is not worth a notification.
  const isWorthNotifying = stored.kind === 'document' || stored.reason !== 'example_address'
  if (stored.status === 'failed' && isWorthNotifying) await notifyFailure(trx, deps, stored, place, missing)
  const act = { actor: null, ip: null, at }
  if (stored.status === 'sent') await recordEmail(trx, deps, stored, place, { ...act, action: 'email.sent' })
  if (stored.status === 'failed') {
    const more = { reason: stored.reason, missing: missing.join(', '), delivered: stored.delivered.join(', ') }
    await recordEmail(trx, deps, stored, place, { ...act, action: 'email.failed', more })
  }
  return stored
}

/** The result of an attempt in the log. The request is that of the message: a job also sends other messages. */
function logOutcome(log: QueueLogger, stored: StoredEmail): void {
  const { id, status, attempts, reason, request_id: reqId } = stored
  const line = { email: id, status, attempts, ...(reason === null ? {} : { reason }), reqId }
  if (status === 'sent') log.info(line, 'a message was sent')
  else log.warn(line, 'a message was not sent')
}

/**
 * Makes one attempt to send a message if it is due and unclaimed. At-least-once: if the process dies between the mail
 * server's acceptance and the commit, the message is sent again after the lease, with the same Message-ID.
 */
export async function deliverEmail(
  deps: AppDeps,
  id: string,
  log?: QueueLogger,
): Promise<StoredEmail['status'] | undefined> {
  const claimed = await claim(deps, id)
  const email = claimed === undefined ? undefined : await refreshRecipientAddress(deps.db, claimed)
  if (email === undefined) return undefined
  const outcome = await attempt(deps, email)
  const stored = await inTransaction(deps.db, async (trx) => await storeOutcome(trx, deps, email, outcome))
  if (stored !== undefined && log !== undefined) logOutcome(log, stored)
  return stored?.status
}

/** Sends a message and then others that are due, so that a queue with one job at a time does not delay them. */
export async function deliverDue(deps: AppDeps, id: string, { signal, log }: Pick<Job, 'signal' | 'log'>) {
  await deliverEmail(deps, id, log)
  for (const next of await findDue(deps.db, deps.clock(), perJob)) {
    if (signal.aborted) return
    await deliverEmail(deps, next, log)
  }
}

const perSweep = 500

/** Enqueues a job for every due message that is not being sent, so that a crash or a lost job loses no message. */
export async function sweepOutbox({ db, clock, queue }: Pick<AppDeps, 'db' | 'clock' | 'queue'>): Promise<number> {
  const due = await findDue(db, clock(), perSweep)
  // While a message's job waits, further sweeps add no other.
  for (const id of due) await queue.enqueue(emailJob, { id }, { singletonKey: `${id}@due` })
  return due.length
}

async function findDue(db: Kysely<Database>, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('email')
    .where('status', '=', 'queued')
    .where((eb) => eb.or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', now)]))
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .orderBy('next_attempt_at')
    .limit(limit)
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}
