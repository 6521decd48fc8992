import type { LiveMessage } from '@foja/contracts/notifications'
import { liveMessageSchema } from '@foja/contracts/notifications'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Caller } from './office.ts'

/** An open live stream, as a screen reads it. */
export type EventStream = {
  response: Response
  /** Messages received so far, each validated against the contract. */
  messages: LiveMessage[]
  /** True if the server has ended it. */
  ended: () => boolean
  /** Waits for a message that satisfies `is`; fails after a minute. */
  next: (is?: (message: LiveMessage) => boolean) => Promise<LiveMessage>
  /** Waits for its end; fails after a minute. */
  end: () => Promise<void>
  close: () => void
}

/** Opens the live stream of `caller` and waits for its greeting. */
export async function openStream(caller: Caller): Promise<EventStream> {
  const abort = new AbortController()
  const response = await caller.call('/api/v1/live/', { signal: abort.signal })
  if (response.status !== 200) throw new Error(`the stream answered ${response.status}`)
  const messages: LiveMessage[] = []
  let text = ''
  let over = false
  void (async () => {
    try {
      for await (const chunk of response.body!) {
        text += Buffer.from(chunk).toString()
        const events = text.split('\n\n')
        text = events.pop() ?? ''
        for (const event of events) {
          const data = /^data: (.*)$/m.exec(event)?.[1]
          if (data !== undefined) messages.push(z.parse(liveMessageSchema, JSON.parse(data)))
        }
      }
    } catch {
      // Cut off: counts as ended.
    }
    over = true
  })()
  let read = 0
  const until = async (done: () => boolean, what: string) => {
    for (const deadline = Date.now() + 60_000; !done(); await delay(5)) {
      if (Date.now() > deadline) throw new Error(`${what} did not come; so far ${JSON.stringify(messages)}`)
    }
  }
  const stream: EventStream = {
    response,
    messages,
    ended: () => over,
    async next(is = () => true) {
      let found = -1
      await until(() => (found = messages.findIndex((message, at) => at >= read && is(message))) >= 0, 'the message')
      read = found + 1
      return messages[found]!
    },
    end: () => until(() => over, 'the end'),
    close: () => abort.abort(),
  }
  await stream.next(({ type }) => type === 'hello')
  return stream
}
