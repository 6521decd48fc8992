import type { NotificationHandler } from './database-port.ts'

/** Handlers by channel. A channel's name goes into `LISTEN` unquoted, so it is a plain word. */
export class Channels {
  readonly #handlers = new Map<string, Set<NotificationHandler>>()

  names(): string[] {
    return [...this.#handlers.keys()]
  }

  /** Returns true when this is the channel's first handler. */
  add(channel: string, handler: NotificationHandler): boolean {
    if (!/^[a-z_][a-z0-9_]{0,62}$/.test(channel)) throw new TypeError(`not a channel name: ${channel}`)
    const handlers = this.#handlers.get(channel)
    if (handlers !== undefined) {
      handlers.add(handler)
      return false
    }
    this.#handlers.set(channel, new Set([handler]))
    return true
  }

  /** Returns true when the channel has no handler left. */
  remove(channel: string, handler: NotificationHandler): boolean {
    const handlers = this.#handlers.get(channel)
    if (handlers === undefined) return false
    handlers.delete(handler)
    if (handlers.size > 0) return false
    this.#handlers.delete(channel)
    return true
  }

  dispatch(channel: string, payload: string): void {
    for (const handler of this.#handlers.get(channel) ?? []) handler(payload)
  }
}
