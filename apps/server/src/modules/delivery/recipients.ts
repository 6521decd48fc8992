import type { EmailRecipient } from '@foja/contracts/emails'
import type { Refusal } from '@foja/mail/mailer'
import type { Locale } from '../../texts/locale.ts'
import { tellRefusal } from '../../texts/email-reasons.ts'
import type { StoredEmail } from './email-trail.ts'

type Sendings = Pick<StoredEmail, 'recipients' | 'delivered' | 'refused'>

/** Those whom a message has not reached yet. */
export function missingOf({ recipients, delivered }: Pick<Sendings, 'recipients' | 'delivered'>): string[] {
  return [...recipients.to, ...recipients.cc].filter((address) => !delivered.includes(address))
}

/** Those whom it has not reached and whom the server has not refused for good: the next attempt is for them. */
export function waitingOf(email: Sendings): string[] {
  const refused = email.refused.filter(({ permanent }) => permanent).map(({ address }) => address)
  return missingOf(email).filter((address) => !refused.includes(address))
}

/** What is known of each address after an attempt: who has the message, and what the server has against the rest. */
export function afterAttempt(
  email: Sendings,
  accepted: readonly string[],
  refusals: readonly Refusal[],
): Pick<Sendings, 'delivered' | 'refused'> {
  const delivered = [...email.delivered, ...accepted]
  const named = refusals
    .filter(({ address }) => address !== '')
    .map((one) => ({ ...one, reply: one.reply.slice(0, 500) }))
  const told = new Set([...delivered, ...named.map(({ address }) => address)])
  return { delivered, refused: [...email.refused.filter(({ address }) => !told.has(address)), ...named] }
}

/** Whom the reason of a message is about: where the server refused addresses for good, these; else those who wait. */
export function concernedBy(email: Sendings, reason: string | null): string[] {
  const missing = missingOf(email)
  const waiting = waitingOf(email)
  const forGood = reason === 'recipient_refused' || reason === 'example_address'
  const concerned = forGood ? missing.filter((one) => !waiting.includes(one)) : waiting
  return concerned.length === 0 ? missing : concerned
}

/** Each address as the wire has it; those that had the message before a correction took them out come last. */
export function presentRecipients(email: Sendings, locale: Locale): EmailRecipient[] {
  const { recipients, delivered, refused } = email
  const all = new Set([...recipients.to, ...recipients.cc, ...delivered])
  return [...all].map((address) => {
    const sent = delivered.includes(address)
    const refusal = sent ? undefined : refused.find((one) => one.address === address)
    return {
      address,
      sent,
      reason: refusal === undefined ? null : tellRefusal(refusal, locale),
      server_reply: refusal?.reply ?? null,
    }
  })
}
