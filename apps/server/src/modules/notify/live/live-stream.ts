import type { LiveMessage } from '@foja/contracts/notifications'
import { Readable } from 'node:stream'

/** Whoever leaves so many bytes unread has gone, or is too slow to be told at the moment. */
const mostUnread = 64 * 1024

/** How long a screen that was told of the end may take to read it. */
const farewellMs = 1000

/** One open screen: server-sent events (WHATWG HTML, 9.2) written at once, never waited for. */
export class LiveStream {
  readonly session: string
  readonly user: string
  /** When its access token ends, and it with it. */
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

  /** A comment, which says nothing: it keeps proxies from closing a quiet connection, and finds out who has gone. */
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
