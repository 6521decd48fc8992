import type { Email } from '@foja/contracts/emails'

/** Whether one address stands otherwise than another: then each is told by itself. */
export function isToldApart({ recipients }: Pick<Email, 'recipients'>): boolean {
  const [first, ...others] = recipients
  return others.some((one) => one.sent !== first?.sent || one.reason !== first.reason)
}

/** How many have a message that has not reached all of them, and of how many; null where there is no such difference. */
export function reachOf({ recipients }: Pick<Email, 'recipients'>): { reached: number; all: number } | null {
  const reached = recipients.filter(({ sent }) => sent).length
  return reached === 0 || reached === recipients.length ? null : { reached, all: recipients.length }
}
