import type { Email } from '@foja/contracts/emails'

/** True if the recipients differ in delivery state or reason. */
export function recipientsDiffer({ recipients }: Pick<Email, 'recipients'>): boolean {
  const [first, ...others] = recipients
  return others.some((one) => one.sent !== first?.sent || one.reason !== first.reason)
}

/** How many recipients have the email; null if all or none have it. */
export function reachOf({ recipients }: Pick<Email, 'recipients'>): { reached: number; all: number } | null {
  const reached = recipients.filter(({ sent }) => sent).length
  return reached === 0 || reached === recipients.length ? null : { reached, all: recipients.length }
}
