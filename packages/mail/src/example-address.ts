import { MailError, type Mailer, type Refusal } from './mailer.ts'

/** Names that nobody can have: kept for examples and tests (RFC 2606, 2; RFC 6761, 6). */
const reserved = /(?:^|\.)(?:example|invalid|test|localhost)$/

/** Whether an address is of nobody, whatever is sent there. */
export const isExampleAddress = (address: string): boolean =>
  reserved.test(address.slice(address.lastIndexOf('@') + 1).toLowerCase())

/** No server said it: there was none to ask. */
const withhold = (address: string): Refusal => ({ address, permanent: true, reply: '' })

/** Whether an address was never handed to the mail server, as it is of nobody. */
export const wasWithheld = ({ address, reply }: Refusal): boolean => reply === '' && isExampleAddress(address)

/**
 * A mailer that hands no address of an example to the server: these are refused for good, and the rest get the message.
 * Throws `MailError` example_address where nobody is left.
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
