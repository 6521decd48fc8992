import type { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import MailComposer from 'nodemailer/lib/mail-composer'
import {
  MailError,
  type Delivery,
  type Mailer,
  type OutgoingMessage,
  type MailAttachment,
  type MailErrorCode,
  type Refusal,
} from './mailer.ts'
import type { SmtpServer } from './smtp-url.ts'
import { oneLine } from './address.ts'

const partOf = ({ filename, mime, content }: MailAttachment) => ({
  filename: oneLine(filename),
  contentType: oneLine(mime),
  // Without a type the file is not sent as text, whose line ends may change: a signed file keeps each byte.
  contentTransferEncoding: 'base64' as const,
  content,
})

/** The bytes of a message (RFC 5322, MIME); attachments are read during sending. */
function composeMessage(message: OutgoingMessage): Readable {
  const plain = (list: readonly string[]) => list.map((address) => ({ name: '', address }))
  const { calendar } = message
  const composer = new MailComposer({
    messageId: `<${message.id}>`,
    date: message.date,
    from: { name: oneLine(message.from.name), address: message.from.address },
    to: plain(message.to),
    cc: plain(message.cc),
    ...(message.replyTo === null ? {} : { replyTo: plain([message.replyTo]) }),
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    // Included twice, as programs differ: as an alternative to the text and as a file.
    ...(calendar === null
      ? {}
      : { icalEvent: { method: calendar.method, filename: 'cita.ics', content: calendar.content } }),
    attachments: [
      ...message.attachments.map((file) => ({ ...partOf(file), contentDisposition: 'attachment' as const })),
      ...message.pictures.map((file) => ({ ...partOf(file), contentDisposition: 'inline' as const, cid: file.cid })),
    ],
    headers: message.automatic ? { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } : {},
    // Security: composing never fetches a URL or reads a path, whatever the text contains.
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
  })
  return composer.compile().createReadStream()
}

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
type Stage = 'connect' | 'login' | 'send'

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
function refusalsOf(errors: readonly SmtpFailure[] | undefined): Refusal[] {
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
function mailErrorOf(error: unknown, stage: Stage): MailError {
  if (error instanceof MailError) return error
  const failure: SmtpFailure = typeof error === 'object' && error !== null ? error : {}
  const refused = refusedCommand(failure)
  if (refused !== null) return refused
  // A server that refuses the connection with a reply is busy: temporary.
  if (failure.responseCode !== undefined) return new MailError('server_busy', false, replyOf(failure), error)
  return new MailError(connectionCode(failure, stage), false, replyOf(failure), error)
}

export type SmtpMailerOptions = {
  server: SmtpServer
  /** Name sent in EHLO. Default: this computer's. */
  name?: string
  /** Maximum duration of one message, in ms. Default 4 minutes. */
  totalMs?: number
  /** Maximum silence of the server, in ms. Default one minute, and 15 s for the greeting. */
  idleMs?: number
  /** Additional trusted authorities, PEM: for tests. */
  ca?: string
}

const beginMs = 15_000

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host)

function connectionTo({ server, name, idleMs, ca }: SmtpMailerOptions): SMTPConnection {
  const { host, port, secure, auth, starttls } = server
  const begin = Math.min(beginMs, idleMs ?? beginMs)
  return new SMTPConnection({
    host,
    port,
    secure,
    // A password is never sent in the clear beyond this computer, unless the configuration says so.
    requireTLS: !secure && (starttls === 'always' || (starttls === 'auto' && auth !== null && !isLoopback(host))),
    ignoreTLS: starttls === 'never',
    ...(name === undefined ? {} : { name }),
    connectionTimeout: begin,
    greetingTimeout: begin,
    dnsTimeout: begin,
    socketTimeout: idleMs ?? 60_000,
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    logger: false,
  })
}

/** One conversation with the server: returns the result of `talk`, or throws a `MailError`, within `totalMs`. */
async function converse<T>(options: SmtpMailerOptions, talk: (connection: SMTPConnection) => Promise<T>): Promise<T> {
  const connection = connectionTo(options)
  let stage: Stage = 'connect'
  let timer: NodeJS.Timeout | undefined
  const broken = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    timer = setTimeout(() => reject(new MailError('timeout', false, null)), options.totalMs ?? 240_000)
  })
  const run = async () => {
    await asked<unknown>((done) => connection.connect(done))
    const { auth } = options.server
    stage = 'login'
    if (auth !== null) await asked<unknown>((done) => connection.login({ ...auth }, done))
    stage = 'send'
    return await talk(connection)
  }
  try {
    return await Promise.race([run(), broken])
  } catch (error) {
    connection.close()
    throw mailErrorOf(error, stage)
  } finally {
    clearTimeout(timer)
    connection.quit()
  }
}

/** Promisifies a call with an `(error, value)` callback. */
function asked<T>(call: (done: (error?: Error | null, value?: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    call((error, value) => {
      if (error === null || error === undefined) resolve(value as T)
      else reject(error)
    })
  })
}

async function sendOver(connection: SMTPConnection, message: OutgoingMessage): Promise<Delivery> {
  const envelope = { from: message.from.address, to: [...message.recipients] }
  const source = composeMessage(message)
  try {
    const info = await asked<{ accepted: string[]; rejectedErrors?: Error[]; response: string }>((done) =>
      connection.send(envelope, source, done),
    )
    return { accepted: info.accepted, refused: refusalsOf(info.rejectedErrors), reply: info.response }
  } finally {
    source.destroy()
  }
}

/** Sends messages to an SMTP server (RFC 5321), each over its own connection. */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  return {
    send: async (message) => {
      try {
        return await converse(options, async (connection) => await sendOver(connection, message))
      } finally {
        // Releases unread attachments, so that no file stays open.
        for (const { content } of message.attachments) if (!Buffer.isBuffer(content)) content.destroy()
      }
    },
    ping: async () => await converse(options, () => Promise.resolve()),
  }
}
