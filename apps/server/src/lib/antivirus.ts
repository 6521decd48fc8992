import { connect, type Socket } from 'node:net'
import { createSemaphore } from './semaphore.ts'

/** An antivirus that scans files before they are kept. */
export type Antivirus = {
  /**
   * Returns the name of the finding, or null for a clean file. Throws `AntivirusError`. `open` is called when the scan
   * starts: a waiting one keeps no file open.
   */
  scan: (open: () => Promise<AsyncIterable<Uint8Array>>) => Promise<string | null>
  /** Rejects unless the antivirus answers. */
  ping: () => Promise<void>
}

/** `unavailable`: no usable answer. `too_large`: the file exceeds the antivirus's own limit. */
export class AntivirusError extends Error {
  readonly code: 'unavailable' | 'too_large'

  constructor(code: AntivirusError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AntivirusError'
    this.code = code
  }
}

/** Where clamd listens. */
export type ClamdAddress = { host: string; port: number } | { path: string }

/** Parses `tcp://host:port` and `unix:/path`; null for anything else. */
export function parseClamdAddress(text: string): ClamdAddress | null {
  const path = /^unix:(\/.+)$/.exec(text)?.[1]
  if (path !== undefined) return { path }
  const tcp = /^tcp:\/\/(?:\[([\da-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text)
  const port = Number(tcp?.[3])
  return tcp === null || port < 1 || port > 65_535 ? null : { host: (tcp[1] ?? tcp[2])!, port }
}

export type ClamdOptions = {
  /** Time without progress after which a connection is given up, in ms. clamd is silent while it scans. */
  silenceMs?: number
  connectMs?: number
}

/** Bytes per chunk of INSTREAM. clamd's limit for the whole stream is its StreamMaxLength. */
const chunkBytes = 64 * 1024
/** Replies are one short line. */
const mostReply = 4096
/** clamd's MaxThreads is 10 by default. */
const atOnce = 4
const mostWaiting = 200

const unavailable = (message: string, cause?: unknown) => new AntivirusError('unavailable', message, { cause })

/** Resolves with what clamd sends until it closes the connection or ends its line. */
function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = ''
    const finish = () => (reply === '' ? reject(unavailable('clamd closed the connection')) : resolve(reply))
    socket.on('data', (piece: Buffer) => {
      reply += piece.toString('latin1')
      if (reply.includes('\0') || reply.length > mostReply) finish()
    })
    socket.on('end', finish)
    socket.on('close', finish)
    // clamd answers and closes while more is being sent: its answer counts, not the broken pipe.
    socket.on('error', (error) => (reply === '' ? reject(unavailable(error.message, error)) : resolve(reply)))
  })
}

/** True if clamd closed the connection while the stream was sent. */
function isCutOff(error: unknown): boolean {
  const cause = error instanceof AntivirusError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined
  return cause?.code === 'EPIPE' || cause?.code === 'ECONNRESET'
}

function verdictOf(reply: string): string | null {
  const line = reply.replace(/\0.*$/s, '').trim()
  if (line === 'stream: OK') return null
  const finding = /^stream: (.+) FOUND$/.exec(line)?.[1]
  if (finding !== undefined) return finding
  if (/size limit exceeded/i.test(line)) throw new AntivirusError('too_large', line)
  throw unavailable(`clamd answered «${line.slice(0, 200)}»`)
}

function* chunksOf(piece: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < piece.length; at += chunkBytes) {
    const part = piece.subarray(at, at + chunkBytes)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(part.length)
    yield Buffer.concat([length, part])
  }
}

/** Sends a stream in chunks, each with its length; an empty one ends it. Stops when clamd has answered. */
async function sendStream(socket: Socket, source: AsyncIterable<Uint8Array>): Promise<void> {
  let isOver = false
  let proceed = () => {}
  const end = () => {
    isOver = true
    proceed()
  }
  socket.on('data', end).on('close', end)
  socket.on('drain', () => proceed())
  socket.write('zINSTREAM\0')
  for await (const piece of source) {
    for (const chunk of chunksOf(piece)) {
      if (isOver) return
      if (!socket.write(chunk)) await new Promise<void>((resolve) => (proceed = resolve))
    }
  }
  if (!isOver) socket.write(Buffer.alloc(4))
}

/** A client of ClamAV's daemon (clamd(8), commands PING and INSTREAM). A connection carries one command. */
export function createClamd(address: ClamdAddress, options: ClamdOptions = {}): Antivirus {
  const { silenceMs = 120_000, connectMs = 5_000 } = options
  const semaphore = createSemaphore(atOnce, mostWaiting)

  async function converse(talk: (socket: Socket) => Promise<void>): Promise<string> {
    const socket = connect(address)
    socket.setTimeout(connectMs, () => socket.destroy(new Error('clamd does not answer')))
    socket.once('connect', () => socket.setTimeout(silenceMs))
    const reply = readReply(socket)
    // Handled below; a source that fails first must not leave it unhandled.
    reply.catch(() => {})
    try {
      await talk(socket)
      return await reply
    } finally {
      socket.destroy()
    }
  }

  async function scanOnce(open: () => Promise<AsyncIterable<Uint8Array>>): Promise<string | null> {
    // Before the connection, whose end would be missed while the file opens.
    const source = await open()
    return verdictOf(await converse((socket) => sendStream(socket, source)))
  }

  return {
    async scan(open) {
      const leave = await semaphore.enter()
      try {
        // A reply sent before the end of the stream may be lost when clamd closes the connection.
        return await scanOnce(open).catch((error: unknown) =>
          isCutOff(error) ? scanOnce(open) : Promise.reject(error),
        )
      } finally {
        leave()
      }
    },
    async ping() {
      const reply = await converse(async (socket) => void socket.write('zPING\0'))
      if (!reply.startsWith('PONG')) throw unavailable(`clamd answered «${reply.slice(0, 200)}»`)
    },
  }
}
