import { mostRecipients, type Email } from '@foja/contracts/emails'
import { can, type Actor, type Resource } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import { parseAddress, uniqueAddresses } from '@foja/mail/address'
import type { Transaction } from 'kysely'
import type { Clock } from '../../deps.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle } from '../../http/throttle.ts'
import { isOpen } from '../documents/shares/shares.public.ts'
import type { StoredEmail } from './email-trail.ts'

/** Largest document that travels within a message, in bytes; it grows by a third on the way. */
export const attachmentBytes = 20 * 1024 * 1024

/** Addresses to which one person may send in a day. */
const quota = { tries: 200, seconds: 24 * 3600 }

/** A message as the policies see it. */
export const emailResource = ({
  id_company,
  created_by,
}: Pick<StoredEmail, 'id_company' | 'created_by'>): Resource => ({
  id_company,
  created_by,
})

type State = Pick<StoredEmail, 'status' | 'reason' | 'next_attempt_at' | 'lease_until' | 'kind' | 'id_link'>

/** A worker is sending it at this moment. */
const isLeased = ({ lease_until }: State, now: Date) => lease_until !== null && lease_until > now

/**
 * Whether a person may have it sent now: it failed, is held, or waits for a later attempt. What was written in the name of
 * somebody who may not send it any more is sent anew by somebody else, in theirs.
 */
export function mayRetry(email: State, now: Date): boolean {
  if (email.status === 'failed') return email.reason !== 'sender_gone'
  if (email.status === 'held') return true
  const waits = email.next_attempt_at !== null && email.next_attempt_at > now
  return email.status === 'queued' && waits && !isLeased(email, now)
}

/** Tells somebody what was done to their account: nobody keeps that from them. */
const isWarning = ({ kind, id_link }: State) => kind === 'account' && id_link === null

/** Whether it can still be kept from going out, or from being shown as failed. */
export function mayCancel(email: State, now: Date): boolean {
  if (email.status === 'failed') return true
  if (isWarning(email)) return false
  if (email.status === 'held') return true
  return email.status === 'queued' && !isLeased(email, now)
}

type Carried = Pick<StoredEmail, 'id_company' | 'id_documento'>

/** The document that a message carries as the policies see it; `author` is that of its case file, else its own. */
export const carriedResource = ({ id_company }: Carried, author: string | null): Resource => ({
  id_company,
  created_by: author,
})

/** A message as screens offer it, with the author of what it carries and whether that is still there. */
type Offered = State &
  Carried &
  Pick<StoredEmail, 'kind' | 'created_by' | 'delivery' | 'id_share'> & {
    carried_author: string | null
    carried_deleted_at: Date | null
    link_expires_at: Date | null
    link_revoked_at: Date | null
  }

const linkIsOpen = ({ id_share, link_expires_at, link_revoked_at }: Offered, now: Date): boolean =>
  id_share !== null && isOpen({ expires_at: link_expires_at, revoked_at: link_revoked_at }, now)

/** Whoever has lost the document since then, as by another role, sends it to nobody; nor does anybody what is gone, or a link that is over. */
function maySendCarried(actor: Actor, email: Offered, now: Date): boolean {
  if (email.kind !== 'document') return true
  if (email.id_documento === null || email.carried_deleted_at !== null) return false
  if (email.delivery === 'link' && !linkIsOpen(email, now)) return false
  return can('document.email', actor, carriedResource(email, email.carried_author))
}

/** What `actor` may do with a message now. `configured`: a mail server is set up. */
export function allowedEmailActions(actor: Actor, email: Offered, now: Date, configured: boolean): Email['actions'] {
  if (!can('email.read', actor, emailResource(email))) return []
  const retry = mayRetry(email, now) && (configured || email.status !== 'held') && maySendCarried(actor, email, now)
  return [...(retry ? (['retry'] as const) : []), ...(mayCancel(email, now) ? (['cancel'] as const) : [])]
}

/** Addresses of a call in the form in which they travel, each once. Throws `email_address_wrong` naming the wrong one. */
export function requireAddresses(field: string, addresses: readonly string[]): string[] {
  const parsed = addresses.map((address, at) => {
    const plain = parseAddress(address)
    if (plain === null) throw new ProblemError('email_address_wrong', { subject: address, field: `${field}.${at}` })
    return plain
  })
  return uniqueAddresses(parsed)
}

/** Throws `validation_failed` where a message would have more addresses than one may. */
export function requireFew({ to, cc }: { to: readonly string[]; cc: readonly string[] }): void {
  if (to.length + cc.length <= mostRecipients) return
  const message = {
    es: `Un correo puede ir a ${mostRecipients} direcciones como mucho.`,
    en: `A message may go to ${mostRecipients} addresses at most.`,
  }
  throw new ProblemError('validation_failed', { errors: [{ field: 'cc', code: 'too_big', message }] })
}

/**
 * Counts addresses against what a person may send in a day, within the transaction that queues the message: undone with
 * it. Throws `email_quota_exceeded`.
 */
export async function spendQuota(
  trx: Transaction<Database>,
  clock: Clock,
  person: string,
  addresses: number,
): Promise<void> {
  const { allowed, retryAfter } = await createThrottle(trx, clock).hit('email', person, quota, addresses)
  if (!allowed) throw new ProblemError('email_quota_exceeded', { retryAfter })
}
