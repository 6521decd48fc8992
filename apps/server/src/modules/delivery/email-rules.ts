import type { Email } from '@foja/contracts/emails'
import { mostRecipients } from '@foja/contracts/constants'
import { can, type Actor, type Resource } from '@foja/contracts/policies'
import { parseAddress, uniqueAddresses } from '@foja/mail/address'
import { ProblemError } from '../../http/problem.ts'
import { isOpen } from '../documents/public.ts'
import type { StoredEmail } from './email-trail.ts'

/** Largest attachment in bytes; base64 adds a third in transit. */
export const attachmentBytes = 20 * 1024 * 1024

/** A message as a policy resource. */
export const emailResource = ({
  id_company,
  created_by,
}: Pick<StoredEmail, 'id_company' | 'created_by'>): Resource => ({
  id_company,
  created_by,
})

type State = Pick<StoredEmail, 'status' | 'reason' | 'next_attempt_at' | 'lease_until' | 'kind' | 'id_link'>

/** True while a worker is sending it. */
const isLeased = ({ lease_until }: State, now: Date) => lease_until !== null && lease_until > now

/**
 * True if the message may be sent now: it failed, is held, or waits for a later attempt. If the sender lost the
 * permission, another user must send the document in their own name instead.
 */
export function mayRetry(email: State, now: Date): boolean {
  if (email.status === 'failed') return email.reason !== 'sender_gone'
  if (email.status === 'held') return true
  const waits = email.next_attempt_at !== null && email.next_attempt_at > now
  return email.status === 'queued' && waits && !isLeased(email, now)
}

/** Security notices about an account cannot be cancelled. */
const isWarning = ({ kind, id_link }: State) => kind === 'account' && id_link === null

/** True if the message can be cancelled before it goes out, or dismissed after it failed. */
export function mayCancel(email: State, now: Date): boolean {
  if (email.status === 'failed') return true
  if (isWarning(email)) return false
  if (email.status === 'held') return true
  return email.status === 'queued' && !isLeased(email, now)
}

type Carried = Pick<StoredEmail, 'id_company' | 'id_documento'>

/** The document of a message as a policy resource; `author` is the case file's author, else the document's. */
export const carriedResource = ({ id_company }: Carried, author: string | null): Resource => ({
  id_company,
  created_by: author,
})

/** A message with the author and the state of its document and link. */
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

/** True if the actor may send the document of a message, and the document and the link still exist. */
function maySendCarried(actor: Actor, email: Offered, now: Date): boolean {
  if (email.kind !== 'document') return true
  if (email.id_documento === null || email.carried_deleted_at !== null) return false
  if (email.delivery === 'link' && !linkIsOpen(email, now)) return false
  return can('document.email', actor, carriedResource(email, email.carried_author))
}

/** The actions that `actor` may perform on a message now. `configured`: a mail server is configured. */
export function allowedEmailActions(actor: Actor, email: Offered, now: Date, configured: boolean): Email['actions'] {
  if (!can('email.read', actor, emailResource(email))) return []
  const retry = mayRetry(email, now) && (configured || email.status !== 'held') && maySendCarried(actor, email, now)
  return [...(retry ? (['retry'] as const) : []), ...(mayCancel(email, now) ? (['cancel'] as const) : [])]
}

/** Normalizes addresses and removes duplicates. Throws `email_address_wrong` naming the invalid one. */
export function requireAddresses(field: string, addresses: readonly string[]): string[] {
  const parsed = addresses.map((address, at) => {
    const plain = parseAddress(address)
    if (plain === null) throw new ProblemError('email_address_wrong', { subject: address, field: `${field}.${at}` })
    return plain
  })
  return uniqueAddresses(parsed)
}

/** Throws `validation_failed` when there are more addresses than a message may have. */
export function requireFew({ to, cc }: { to: readonly string[]; cc: readonly string[] }): void {
  if (to.length + cc.length <= mostRecipients) return
  const message = {
    es: `Un correo puede ir a ${mostRecipients} direcciones como mucho.`,
    en: `A message may go to ${mostRecipients} addresses at most.`,
  }
  throw new ProblemError('validation_failed', { errors: [{ field: 'cc', code: 'too_big', message }] })
}
