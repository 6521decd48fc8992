import type { Readable } from 'node:stream'
import type { MailAddress } from './address.ts'

/** A file that travels with a message. `content` is read once. */
export type MailAttachment = { filename: string; mime: string; content: Readable | Buffer }

/** A picture that the HTML of a message shows, by its Content-ID without the brackets. */
export type MailPicture = { cid: string; filename: string; mime: string; content: Buffer }

/** A message as it is given to the mail server. Addresses are those of `parseAddress`. */
export type OutgoingMessage = {
  /** Message-ID without its brackets: the same each time that it is tried, so that a repetition is known as one. */
  id: string
  date: Date
  from: MailAddress
  replyTo: string | null
  /** What the headers say. */
  to: readonly string[]
  cc: readonly string[]
  /** Whom it goes to this time (RFC 5321, RCPT): those of `to` and `cc` that do not have it yet. */
  recipients: readonly string[]
  subject: string
  text: string
  html: string
  /** True for what no person wrote (RFC 3834): nobody's absence note answers to it. */
  automatic: boolean
  /** Folded iCalendar text. */
  calendar: { method: 'REQUEST' | 'CANCEL'; content: string } | null
  attachments: readonly MailAttachment[]
  pictures: readonly MailPicture[]
}

/** One recipient whom the server did not take. */
export type Refusal = { address: string; permanent: boolean; reply: string }

/** What became of a message that the server took for at least one recipient. */
export type Delivery = { accepted: string[]; refused: Refusal[]; reply: string }

/** Why nothing went out. */
export const mailErrorCodes = [
  'unreachable',
  'timeout',
  'connection_lost',
  'tls_failed',
  'login_refused',
  'server_busy',
  'sender_refused',
  'recipient_refused',
  'example_address',
  'message_refused',
  'message_too_large',
  'attachment_unavailable',
  'unexpected',
] as const
export type MailErrorCode = (typeof mailErrorCodes)[number]

/**
 * Nothing went out. `permanent`: the same message would be refused again. `reply`: the server's words, if it spoke.
 * `refused`: the recipients that it named, where it refused them.
 */
export class MailError extends Error {
  readonly code: MailErrorCode
  readonly permanent: boolean
  readonly reply: string | null
  readonly refused: readonly Refusal[]

  constructor(
    code: MailErrorCode,
    permanent: boolean,
    reply: string | null,
    cause?: unknown,
    refused: readonly Refusal[] = [],
  ) {
    super(reply === null ? code : `${code}: ${reply}`, { cause })
    this.name = 'MailError'
    this.code = code
    this.permanent = permanent
    this.reply = reply
    this.refused = refused
  }
}

/** Whatever takes messages to where they are read. */
export interface Mailer {
  /**
   * Resolves once the server has taken the message for somebody. Throws `MailError` when it has taken it for nobody, or
   * when that is not known: then it may arrive twice, under one Message-ID.
   */
  send: (message: OutgoingMessage) => Promise<Delivery>
  /** Rejects with `MailError` when the server cannot be reached or does not let us in. */
  ping: () => Promise<void>
}
