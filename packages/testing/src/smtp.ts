import { simpleParser, type ParsedMail } from 'mailparser'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

/** A received message: its envelope, bytes and parsed content. */
export type Received = { from: string; to: string[]; raw: Buffer; mail: ParsedMail }

export type Refusal = { code: number; text: string }

/** Deviations of the server; may be changed at any time. */
export type Behaviour = {
  /** Reply to RCPT. */
  recipient?: (address: string) => Refusal | undefined
  /** Reply to MAIL FROM. */
  sender?: (address: string) => Refusal | undefined
  /** Reply after DATA; `drop`: closes the connection without one. */
  data?: (received: Received) => Refusal | 'drop' | undefined
  /** Cuts the connection after this many bytes of DATA. */
  dropAfter?: number
}

export type SmtpTestServer = {
  port: number
  /** Accepted messages, in order. */
  messages: Received[]
  /** Number of connections, including failed ones. */
  connections: () => number
  behaviour: Behaviour
  close: () => Promise<void>
}

export type SmtpTestOptions = {
  port?: number
  /** Only this user may send. */
  auth?: { user: string; pass: string }
  /** PEM; enables STARTTLS or implicit TLS. */
  tls?: { key: string; cert: string; at: 'once' | 'starttls' }
}

const errorOf = ({ code, text }: Refusal) => Object.assign(new Error(text), { responseCode: code })

function transport({ auth, tls }: SmtpTestOptions): SMTPServerOptions {
  const disabled = [...(auth === undefined ? ['AUTH'] : []), ...(tls?.at === 'starttls' ? [] : ['STARTTLS'])]
  return {
    ...(tls === undefined ? {} : { key: tls.key, cert: tls.cert, secure: tls.at === 'once' }),
    authOptional: auth === undefined,
    allowInsecureAuth: true,
    disabledCommands: disabled,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) => {
      const known = username === auth?.user && password === auth?.pass
      if (known) done(null, { user: username })
      else done(errorOf({ code: 535, text: 'bad credentials' }))
    },
  }
}

/** A real SMTP server on a free port (or on `port`) that keeps the messages it receives. */
export async function startSmtpServer(options: SmtpTestOptions = {}): Promise<SmtpTestServer> {
  const messages: Received[] = []
  const behaviour: Behaviour = {}
  let connections = 0
  /** Cuts a conversation silently, so that pending replies never arrive. */
  const cut = (id: string) => {
    for (const connection of server.connections) {
      const one = connection as unknown as { id: string; _socket: { destroy: () => void } }
      if (one.id === id) one._socket.destroy()
    }
  }
  const receive = async (stream: Readable, session: SMTPServerSession): Promise<void> => {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (behaviour.dropAfter !== undefined && size >= behaviour.dropAfter) cut(session.id)
    }
    const raw = Buffer.concat(chunks)
    const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
    const to = session.envelope.rcptTo.map(({ address }) => address)
    const received = { from, to, raw, mail: await simpleParser(raw) }
    const answer = behaviour.data?.(received)
    if (answer === 'drop') cut(session.id)
    else if (answer === undefined) messages.push(received)
    else throw errorOf(answer)
  }
  const server = new SMTPServer({
    ...transport(options),
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
    onMailFrom: ({ address }, _session, done) => {
      const refusal = behaviour.sender?.(address)
      done(refusal === undefined ? null : errorOf(refusal))
    },
    onRcptTo: ({ address }, _session, done) => {
      const refusal = behaviour.recipient?.(address)
      done(refusal === undefined ? null : errorOf(refusal))
    },
    onData: callbackify(receive),
  })
  server.on('error', () => {
    // The client aborted the conversation.
  })
  await new Promise<void>((resolve) => void server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    messages,
    connections: () => connections,
    behaviour,
    close: async () => await new Promise<void>((resolve) => server.close(resolve)),
  }
}
