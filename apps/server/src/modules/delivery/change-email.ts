import { canonicalJson } from '@foja/db/canonical-json'
import { chainOf } from '@foja/db/events'
import type { Recipients } from '@foja/db/message-tables'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../context.ts'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { carriedResource, emailResource, mayCancel, mayRetry, requireAddresses, requireFew } from './email-rules.ts'
import { placeOf, recordEmail, type StoredEmail } from './email-trail.ts'
import { officeMailbox, type OfficeMailbox } from './recipient-access.ts'
import { enqueueEmail, spendQuota } from '../outbox/public.ts'
import { missingOf } from './recipients.ts'

/** Locks a message until the end of the transaction. Throws `not_found` or `forbidden`. */
async function lockEmail(trx: Transaction<Database>, { actor }: Ctx, id: string): Promise<StoredEmail> {
  const row = await trx.selectFrom('email').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  authorize('email.read', actor, row === undefined ? undefined : emailResource(row))
  return row!
}

/** Corrected recipients. An absent list stays unchanged, except that addresses in `to` are removed from `cc`. */
type Corrected = { to?: readonly string[] | undefined; cc?: readonly string[] | undefined }

/** Throws `email_address_wrong`, or `validation_failed` for too many addresses. */
function correct({ to, cc }: Recipients, corrected: Corrected): Recipients {
  const newTo = corrected.to === undefined ? to : requireAddresses('to', corrected.to)
  const newCc = corrected.cc === undefined ? cc : requireAddresses('cc', corrected.cc)
  const recipients = { to: newTo, cc: newCc.filter((one) => !newTo.includes(one)) }
  requireFew(recipients)
  return recipients
}

/** Account messages contain secrets for the account's owner: another address needs another invitation. */
const accountOwnerOnly = {
  field: 'to',
  code: 'custom',
  message: {
    es: 'Este correo va solo a la persona de la cuenta. Corrige su dirección en Usuarios y envíale otro.',
    en: 'This message goes to the person of the account alone. Correct their address in Users and send them another.',
  },
}

/** A message to a user of the office goes to that user's current address anyway. */
const readerOnly = {
  field: 'to',
  code: 'custom',
  message: {
    es: 'Este correo va solo a una persona de la oficina. Corrige su dirección en Usuarios y vuelve a enviarlo.',
    en: 'This message goes to one person of the office alone. Correct their address in Users and send it again.',
  },
}

/** Throws `validation_failed` for messages to one user, whose address is stored in their account. */
function requireOpen({ kind, id_reader }: StoredEmail): void {
  if (kind === 'account') throw new ProblemError('validation_failed', { errors: [accountOwnerOnly] })
  if (id_reader !== null) throw new ProblemError('validation_failed', { errors: [readerOnly] })
}

/**
 * Sends a failed, held or delayed message now, to the recipients who have not received it, with corrected addresses if
 * given. Its attempts start over. Without a mail server it is held.
 * @throws ProblemError not_found, forbidden, email_not_waiting, email_address_wrong, validation_failed,
 * email_quota_exceeded
 */
export async function retryEmail(ctx: Ctx, { id, ...corrected }: Corrected & { id: string }): Promise<void> {
  const { db, clock, mail, queue, actor, ip } = ctx
  await inTransaction(db, async (trx) => {
    const email = await lockEmail(trx, ctx, id)
    const at = clock()
    if (!mayRetry(email, at)) throw new ProblemError('email_not_waiting')
    const place = await placeOf(trx, email)
    // The actor may have lost access to the document since, for example by a change of role.
    if (email.id_documento !== null) {
      authorize('document.email', actor, carriedResource(email, place.author))
    }
    const status = mail === null ? 'held' : 'queued'
    const recipients = correct(email.recipients, corrected)
    const same = canonicalJson(recipients) === canonicalJson(email.recipients)
    if (!same) requireOpen(email)
    // Already held for the same recipients: nothing would change.
    if (email.status === 'held' && status === 'held' && same) return
    await spendQuota(trx, ctx, missingOf({ ...email, recipients }).length)
    const changed = await trx
      .updateTable('email')
      .set({
        status,
        recipients: JSON.stringify(recipients),
        // Refused addresses get another attempt; delivered ones do not get the message again.
        refused: '[]',
        attempts: 0,
        reason: null,
        server_reply: null,
        lease_until: null,
        next_attempt_at: status === 'queued' ? at : null,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (status === 'queued') await enqueueEmail(queue, id, at, trx)
    await recordEmail(trx, ctx, changed, place, { action: 'email.retried', actor, ip, at })
  })
}

/**
 * Discards a message that has not gone out.
 * @throws ProblemError not_found, forbidden, email_not_waiting
 */
export async function cancelEmail(ctx: Ctx, id: string): Promise<void> {
  const { db, clock, actor, ip } = ctx
  await inTransaction(db, async (trx) => {
    const email = await lockEmail(trx, ctx, id)
    const at = clock()
    if (!mayCancel(email, at)) throw new ProblemError('email_not_waiting')
    const changed = await trx
      .updateTable('email')
      .set({ status: 'cancelled', next_attempt_at: null, lease_until: null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEmail(trx, ctx, changed, await placeOf(trx, changed), { action: 'email.cancelled', actor, ip, at })
  })
}

/** Few, because the event chains that record them stay locked until the commit. */
const perRelease = 50

async function releaseSome(ctx: Ctx, reach: OfficeMailbox): Promise<number> {
  const { db, clock, queue, actor, ip } = ctx
  return await inTransaction(db, async (trx) => {
    const at = clock()
    let heldIds = trx
      .selectFrom('email')
      .where('status', '=', 'held')
      .orderBy('created_at')
      .limit(perRelease)
      .select('id')
    if (reach !== 'all') heldIds = heldIds.where('id_company', '=', reach.company)
    const rows = await trx
      .updateTable('email')
      .set({ status: 'queued', next_attempt_at: at })
      .where('id', 'in', heldIds)
      .where('status', '=', 'held')
      .returningAll()
      .execute()
    const released = []
    for (const email of rows) {
      await enqueueEmail(queue, email.id, at, trx)
      const place = await placeOf(trx, email)
      released.push({ email, place, chain: chainOf({ ...email, ...place }) })
    }
    // Sorted, so that parallel releases lock the chains in the same order.
    for (const { email, place } of released.toSorted((a, b) => (a.chain < b.chain ? -1 : 1))) {
      await recordEmail(trx, ctx, email, place, { action: 'email.released', actor, ip, at })
    }
    return rows.length
  })
}

/**
 * Sends every held message of the caller's outbox now and records it in the histories; returns how many. Does nothing
 * without a mail server.
 */
export async function releaseOutbox(ctx: Ctx): Promise<number> {
  const reach = officeMailbox(ctx.actor)
  if (ctx.mail === null) return 0
  let released = 0
  for (;;) {
    const some = await releaseSome(ctx, reach)
    released += some
    if (some < perRelease) return released
  }
}
