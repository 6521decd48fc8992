import { oneLine } from './address.ts'
import { MailError, type MailErrorCode, type Refusal } from './mailer.ts'

/** Error properties of nodemailer. */
type SmtpFailure = {
  code?: string
  command?: string
  message?: string
  responseCode?: number
  response?: string
  recipient?: string
  rejectedErrors?: SmtpFailure[]
}

/** Stage of the SMTP conversation. */
export type Stage = 'connect' | 'login' | 'send'

const replyOf = ({ response }: SmtpFailure) =>
  response === undefined || response === '' ? null : oneLine(response, 500)

/** RFC 5321, 4.2.1: 4yz is temporary, 5yz permanent. 421 closes the connection. */
const isPermanent = ({ responseCode }: SmtpFailure) => responseCode !== undefined && responseCode >= 500

/** RFC 5321, 4.2.3 and RFC 1870, 6.1: 552; RFC 3463, 3.4: X.3.4. */
const isTooLarge = (failure: SmtpFailure) =>
  failure.responseCode === 552 || /^5\d\d[ -]5\.3\.4\b/.test(failure.response ?? '')

const certificate = /certificate|self.signed|altnames|ssl|tls|wrong version number/i

/** No reply from the server, or none about the message. */
function connectionCode(failure: SmtpFailure, stage: Stage): MailErrorCode {
  if (failure.code === 'ETIMEDOUT') return 'timeout'
  if (failure.code === 'ETLS' || failure.code === 'EREQUIRETLS') return 'tls_failed'
  if (failure.code === 'ESTREAM') return 'attachment_unavailable'
  if (failure.code === 'EDNS') return 'unreachable'
  if (failure.code === 'ESOCKET' && certificate.test(failure.message ?? '')) return 'tls_failed'
  if (failure.code === 'ESOCKET' || failure.code === 'ECONNECTION' || failure.code === 'EPROTOCOL') {
    return stage === 'connect' ? 'unreachable' : 'connection_lost'
  }
  return 'unexpected'
}

/** The recipients that the server refused. */
export function refusalsOf(errors: readonly SmtpFailure[] | undefined): Refusal[] {
  return (errors ?? []).map((error) => ({
    address: error.recipient ?? '',
    permanent: isPermanent(error),
    reply: replyOf(error) ?? '',
  }))
}

function refusedRecipients(failure: SmtpFailure): MailError {
  const all = failure.rejectedErrors ?? [failure]
  // If at least one refusal is temporary, the message is retried.
  const passing = all.find((error) => !isPermanent(error))
  const told = replyOf(passing ?? all[0] ?? failure)
  const refused = refusalsOf(all)
  return passing === undefined
    ? new MailError('recipient_refused', true, told, failure, refused)
    : new MailError('server_busy', false, told, failure, refused)
}

function refusedCommand(failure: SmtpFailure): MailError | null {
  const reply = replyOf(failure)
  if (failure.code === 'EAUTH' || failure.code === 'ENOAUTH' || failure.responseCode === 530) {
    const busy = failure.responseCode !== undefined && failure.responseCode < 500
    // The fault is in the server's configuration, not in the message.
    return new MailError(busy ? 'server_busy' : 'login_refused', false, reply, failure)
  }
  if (failure.code !== 'EENVELOPE' && failure.code !== 'EMESSAGE') return null
  if (failure.command === 'RCPT TO') return refusedRecipients(failure)
  const tooLarge = isTooLarge(failure) || /^Message size larger/.test(failure.message ?? '')
  if (tooLarge) return new MailError('message_too_large', true, reply, failure)
  if (failure.responseCode === undefined) return null
  if (!isPermanent(failure)) return new MailError('server_busy', false, reply, failure)
  const code = failure.command === 'MAIL FROM' ? 'sender_refused' : 'message_refused'
  return new MailError(code, true, reply, failure)
}

/** Converts a failed conversation to a `MailError`. */
export function mailErrorOf(error: unknown, stage: Stage): MailError {
  if (error instanceof MailError) return error
  const failure: SmtpFailure = typeof error === 'object' && error !== null ? error : {}
  const refused = refusedCommand(failure)
  if (refused !== null) return refused
  // A server that refuses the connection with a reply is busy: temporary.
  if (failure.responseCode !== undefined) return new MailError('server_busy', false, replyOf(failure), error)
  return new MailError(connectionCode(failure, stage), false, replyOf(failure), error)
}
