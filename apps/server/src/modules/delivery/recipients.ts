import type { EmailRecipient } from '@foja/contracts/emails'
import type { Refusal } from '@foja/mail/mailer'
import type { Locale } from '../../texts/locale.ts'
import { explainRefusal } from '../../texts/email-reasons.ts'
import type { StoredEmail } from './email-trail.ts'

type Sendings = Pick<StoredEmail, 'recipients' | 'delivered' | 'refused'>

/** The recipients who have not received the message. */
export function missingOf({ recipients, delivered }: Pick<Sendings, 'recipients' | 'delivered'>): string[] {
  return [...recipients.to, ...recipients.cc].filter((address) => !delivered.includes(address))
}

/** The recipients of the next attempt: not delivered and not permanently refused. */
export function waitingOf(email: Sendings): string[] {
  const refused = email.refused.filter(({ permanent }) => permanent).map(({ address }) => address)
  return missingOf(email).filter((address) => !refused.includes(address))
}

/** The delivered and refused addresses after an attempt. */
export function afterAttempt(
  email: Sendings,
  accepted: readonly string[],
  refusals: readonly Refusal[],
): Pick<Sendings, 'delivered' | 'refused'> {
  const delivered = [...email.delivered, ...accepted]
  const named = refusals
    .filter(({ address }) => address !== '')
    .map((one) => ({ ...one, reply: one.reply.slice(0, 500) }))
  const updated = new Set([...delivered, ...named.map(({ address }) => address)])
  return { delivered, refused: [...email.refused.filter(({ address }) => !updated.has(address)), ...named] }
}

/** The addresses that the reason of a message concerns: permanently refused ones, else those that wait. */
export function concernedBy(email: Sendings, reason: string | null): string[] {
  const missing = missingOf(email)
  const waiting = waitingOf(email)
  const forGood = reason === 'recipient_refused' || reason === 'example_address'
  const concerned = forGood ? missing.filter((one) => !waiting.includes(one)) : waiting
  return concerned.length === 0 ? missing : concerned
}

/** The recipients as the API presents them; those removed by a correction after delivery come last. */
export function presentRecipients(email: Sendings, locale: Locale): EmailRecipient[] {
  const { recipients, delivered, refused } = email
  const all = new Set([...recipients.to, ...recipients.cc, ...delivered])
  return [...all].map((address) => {
    const sent = delivered.includes(address)
    const refusal = sent ? undefined : refused.find((one) => one.address === address)
    return {
      address,
      sent,
      reason: refusal === undefined ? null : explainRefusal(refusal, locale),
      server_reply: refusal?.reply ?? null,
    }
  })
}
