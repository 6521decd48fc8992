import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { MailError, type Delivery, type Refusal } from '@foja/mail/mailer'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { composeEmail, EmailUnsendable, type ComposeDeps } from './compose-email.ts'
import { refusalReason, type EmailReason } from '../../texts/email-reasons.ts'
import { notifyFailure, placeOf, recordEmail, type StoredEmail } from './email-trail.ts'
import { emailJob, perJob } from '../outbox/email-job.ts'
import { enqueueEmail } from '../outbox/queue-email.ts'
import { followReader } from './recipient-access.ts'
import { afterAttempt, missingOf, waitingOf } from './recipients.ts'

export type DeliverDeps = ComposeDeps & Pick<AppDeps, 'bus' | 'queue' | 'mail' | 'timeZone'>

const minuteMs = 60_000

/** Pauses after the first, second, … failure that may pass, in minutes; after the last, the message has failed. */
export const pauses = [1, 5, 15, 60, 240, 720] as const

/** Longer than a message may take to be sent: whose lease is over is not sending any more. */
const leaseMs = 10 * minuteMs

/** What an attempt came to. */
type Outcome =
  | { kind: 'taken'; delivery: Delivery }
  | { kind: 'failed'; reason: EmailReason; permanent: boolean; reply: string | null; refused?: readonly Refusal[] }

/**
 * Takes a message that is due for this worker alone: until the lease ends nobody else sends, changes or discards it.
 * Where no mail server is set up any more, it is held.
 */
async function claim({ db, clock, mail }: DeliverDeps, id: string): Promise<StoredEmail | undefined> {
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

async function attempt(deps: DeliverDeps, email: StoredEmail): Promise<Outcome> {
  try {
    // Corrected so that nobody is left: whoever it goes to now has it.
    if (missingOf(email).length === 0) return { kind: 'taken', delivery: { accepted: [], refused: [], reply: '' } }
    const { mailer, from } = deps.mail!
    const message = await composeEmail(deps, from, email)
    try {
      return { kind: 'taken', delivery: await mailer.send(message) }
    } finally {
      // Whatever was not read is let go, so that no file stays open.
      for (const { content } of message.attachments) if (!Buffer.isBuffer(content)) content.destroy()
    }
  } catch (error) {
    if (error instanceof EmailUnsendable) return { kind: 'failed', reason: error.reason, permanent: true, reply: null }
    if (error instanceof MailError) {
      const { code, permanent, reply, refused } = error
      return { kind: 'failed', reason: code, permanent, reply, refused }
    }
    // Tried again like the rest, and not for ever.
    return { kind: 'failed', reason: 'unexpected', permanent: false, reply: null }
  }
}

type Failure = Extract<Outcome, { kind: 'failed' }>
type Settled = Pick<
  StoredEmail,
  'status' | 'delivered' | 'refused' | 'reason' | 'server_reply' | 'next_attempt_at' | 'sent_at'
>

/** Why the server, which took the message for somebody, did not take it for those who have yet to get it. */
function failureOf(refused: readonly Refusal[], waiting: readonly string[]): Failure {
  const permanent = waiting.length === 0
  const told = refused.find((one) => one.permanent === permanent) ?? refused[0]
  const reply = told === undefined || told.reply === '' ? null : told.reply
  return { kind: 'failed', reason: refusalReason(refused, permanent), permanent, reply }
}

/** Whoever was to read it is gone, or the link to their account was used or replaced by another. */
const isNobodysTask = ({ reason }: Failure) => reason === 'reader_gone' || reason === 'link_used'

/** What the row says after an attempt. */
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
  const pause = failure.permanent ? undefined : pauses[email.attempts - 1]
  const over = isNobodysTask(failure) ? 'cancelled' : 'failed'
  return {
    status: pause === undefined ? over : 'queued',
    ...addresses,
    reason: failure.reason,
    server_reply: failure.reply,
    next_attempt_at: pause === undefined ? null : new Date(now.getTime() + pause * minuteMs),
    sent_at: null,
  }
}

/** Writes what an attempt came to, unless the lease was lost to another worker, who has the say then. */
async function keep(
  trx: Transaction<Database>,
  deps: DeliverDeps,
  email: StoredEmail,
  outcome: Outcome,
): Promise<StoredEmail | undefined> {
  const at = deps.clock()
  const { delivered, refused, ...settled } = settle(email, outcome, at)
  const addresses = { delivered: JSON.stringify(delivered), refused: JSON.stringify(refused) }
  const kept = await trx
    .updateTable('email')
    .set({ ...settled, ...addresses, lease_until: null })
    .where('id', '=', email.id)
    .where('status', '=', 'queued')
    .where('attempts', '=', email.attempts)
    .returningAll()
    .executeTakeFirst()
  if (kept === undefined) return undefined
  if (kept.status === 'queued') await enqueueEmail(deps.queue, kept.id, kept.next_attempt_at ?? at, trx)
  const place = await placeOf(trx, kept)
  const missing = missingOf(kept)
  // That nobody reads what the system writes to an example is no news.
  const isNews = kept.kind === 'document' || kept.reason !== 'example_address'
  if (kept.status === 'failed' && isNews) await notifyFailure(trx, deps, kept, place, missing)
  const act = { actor: null, ip: null, at }
  if (kept.status === 'sent') await recordEmail(trx, deps, kept, place, { ...act, action: 'email.sent' })
  if (kept.status === 'failed') {
    const more = { reason: kept.reason, missing: missing.join(', '), delivered: kept.delivered.join(', ') }
    await recordEmail(trx, deps, kept, place, { ...act, action: 'email.failed', more })
  }
  return kept
}

/**
 * One attempt at one message, if it is due and nobody else has it. At least once: when the process dies between the mail
 * server's yes and the commit, the message goes out again when the lease is over, under the same Message-ID.
 */
export async function deliverEmail(deps: DeliverDeps, id: string): Promise<StoredEmail['status'] | undefined> {
  const claimed = await claim(deps, id)
  const email = claimed === undefined ? undefined : await followReader(deps.db, claimed)
  if (email === undefined) return undefined
  const outcome = await attempt(deps, email)
  const kept = await inTransaction(deps.db, async (trx) => await keep(trx, deps, email, outcome))
  return kept?.status
}

/** Sends a message and then others that are due: a queue that hands out one job at a time holds nobody up. */
export async function deliverDue(deps: DeliverDeps, id: string, signal: AbortSignal): Promise<void> {
  await deliverEmail(deps, id)
  for (const next of await findDue(deps.db, deps.clock(), perJob)) {
    if (signal.aborted) return
    await deliverEmail(deps, next)
  }
}

const perSweep = 500

/** Gives every message that is due and that nobody is sending a job: a crash or a lost job loses no message. */
export async function sweepOutbox({ db, clock, queue }: Pick<DeliverDeps, 'db' | 'clock' | 'queue'>): Promise<number> {
  const due = await findDue(db, clock(), perSweep)
  // While one of a message waits, sweeps add no other.
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
