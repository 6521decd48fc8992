import { MailError, type Mailer, type Refusal } from './mailer.ts'

/** Reserved names for examples and tests (RFC 2606, 2; RFC 6761, 6). */
const reserved = /(?:^|\.)(?:example|invalid|test|localhost)$/

/** True for an example address, which has no owner. */
export const isExampleAddress = (address: string): boolean =>
  reserved.test(address.slice(address.lastIndexOf('@') + 1).toLowerCase())

/** No server reply: none was asked. */
const withhold = (address: string): Refusal => ({ address, permanent: true, reply: '' })

/** True if an address was withheld from the mail server because it is an example. */
export const wasWithheld = ({ address, reply }: Refusal): boolean => reply === '' && isExampleAddress(address)

/**
 * Wraps a mailer to withhold example addresses: they are refused permanently, and the others get the message. Throws
 * `MailError` example_address when no recipient remains.
 */
export function withoutExamples(mailer: Mailer): Mailer {
  return {
    ping: async () => await mailer.ping(),
    send: async (message) => {
      const withheld = message.recipients.filter(isExampleAddress).map(withhold)
      if (withheld.length === 0) return await mailer.send(message)
      const recipients = message.recipients.filter((address) => !isExampleAddress(address))
      if (recipients.length === 0) throw new MailError('example_address', true, null, undefined, withheld)
      const { refused, ...delivery } = await mailer.send({ ...message, recipients })
      return { ...delivery, refused: [...refused, ...withheld] }
    },
  }
}
