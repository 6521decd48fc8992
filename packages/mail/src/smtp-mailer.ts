import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { composeMessage } from './compose.ts'
import { MailError, type Delivery, type Mailer, type OutgoingMessage } from './mailer.ts'
import { mailErrorOf, refusalsOf, type Stage } from './smtp-error.ts'
import type { SmtpServer } from './smtp-url.ts'

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
