import type { LiveMessage } from '@foja/contracts/notifications'
import { Readable } from 'node:stream'

/** A client with more unread bytes is gone or too slow; its stream is destroyed. */
const mostUnread = 64 * 1024

/** Time for a client to read the end of the stream. */
const farewellMs = 1000

/** One open screen: server-sent events (WHATWG HTML, 9.2), written without waiting for the client. */
export class LiveStream {
  readonly session: string
  readonly user: string
  /** When the access token expires, and the stream with it. */
  readonly ends: Date
  readonly body: Readable

  constructor(session: string, user: string, ends: Date) {
    this.session = session
    this.user = user
    this.ends = ends
    this.body = new Readable({ read() {} })
  }

  send(message: LiveMessage): void {
    this.#write(`event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`)
  }

  /** Sends an empty comment: keeps proxies from closing the connection, and detects clients that are gone. */
  beat(): void {
    this.#write(':\n\n')
  }

  end(): void {
    if (this.body.destroyed) return
    this.body.push(null)
    setTimeout(() => this.body.destroy(), farewellMs).unref()
  }

  #write(text: string): void {
    if (this.body.destroyed || this.body.readableEnded) return
    this.body.push(text)
    if (this.body.readableLength > mostUnread) this.body.destroy()
  }
}
