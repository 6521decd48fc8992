import type { Readable } from 'node:stream'
import type { MailAddress } from './address.ts'

/** An attached file. `content` is read once. */
export type MailAttachment = { filename: string; mime: string; content: Readable | Buffer }

/** An inline picture of the HTML, by its Content-ID without the brackets. */
export type MailPicture = { cid: string; filename: string; mime: string; content: Buffer }

/** A message for the mail server. Addresses are those of `parseAddress`. */
export type OutgoingMessage = {
  /** Message-ID without its brackets: the same at each attempt, so that mail programs recognise a repetition. */
  id: string
  date: Date
  from: MailAddress
  replyTo: string | null
  /** Header recipients. */
  to: readonly string[]
  cc: readonly string[]
  /** Envelope recipients (RFC 5321, RCPT): those of `to` and `cc` without the message so far. */
  recipients: readonly string[]
  subject: string
  text: string
  html: string
  /** True for automatic messages (RFC 3834): suppresses automatic replies. */
  automatic: boolean
  /** Folded iCalendar text. */
  calendar: { method: 'REQUEST' | 'CANCEL'; content: string } | null
  attachments: readonly MailAttachment[]
  pictures: readonly MailPicture[]
}

/** One refused recipient. */
export type Refusal = { address: string; permanent: boolean; reply: string }

/** Result of a message that the server accepted for at least one recipient. */
export type Delivery = { accepted: string[]; refused: Refusal[]; reply: string }

/** Reasons for a total failure. */
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
 * Nothing was sent. `permanent`: a retry would fail alike. `reply`: the server's words, if any. `refused`: the refused
 * recipients, if the server named them.
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

/** The mailer port. */
export interface Mailer {
  /**
   * Resolves once the server has accepted the message for at least one recipient. Throws `MailError` when it accepted
   * it for none, or when that is unknown: then the message may arrive twice, under one Message-ID.
   */
  send: (message: OutgoingMessage) => Promise<Delivery>
  /** Rejects with `MailError` when the server is unreachable or refuses the sign-in. */
  ping: () => Promise<void>
}
