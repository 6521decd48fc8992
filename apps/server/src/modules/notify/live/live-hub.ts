import type { LiveMessage } from '@foja/contracts/notifications'
import { can, type Actor } from '@foja/contracts/policies'
import { AsyncResource } from 'node:async_hooks'
import type { Readable } from 'node:stream'
import type { AppDeps } from '../../../deps.ts'
import { liveChannel, type BusMessage } from './announce.ts'
import { LiveStream } from './live-stream.ts'

/** With more messages waiting, for example because the database is slow, all streams end and screens reload. */
const mostWaiting = 1000

/** Maximum number of streams per user; one more ends the oldest. */
export const streamsPerPerson = 10

export type HubPorts = {
  bus: Pick<AppDeps['bus'], 'listen'>
  clock: AppDeps['clock']
  /** Returns the users of the sessions that are still valid. */
  actorsOf: (sessions: readonly string[]) => Promise<Map<string, Actor>>
  /** Returns the number of unread notices per user; users without any are absent. */
  unreadOf: (users: readonly string[]) => Promise<Map<string, number>>
  /** Called with errors; the streams end, and screens reconnect. */
  onFailure: (error: unknown) => void
  /** Interval of keep-alive comments in milliseconds; default 25 s, below the usual proxy timeout of one minute. */
  beatMs?: number
}

export type LiveHub = {
  /** Opens a stream for one more screen, until `ends` at most. */
  open: (actor: { id: string; session: string }, ends: Date) => Promise<Readable>
  /** Ends every stream and refuses new ones. */
  close: () => Promise<void>
}

/** Maps a bus message to what a user receives; null if it does not concern them. */
function heardBy(actor: Actor, message: BusMessage, unread: Map<string, number>): LiveMessage | null {
  if (message.type === 'notification') {
    return message.users.includes(actor.id) ? { type: 'notification', unread: unread.get(actor.id) ?? 0 } : null
  }
  const { type, id_company, created_by, id_solicitud_main, id_documento } = message
  const sharedWithActor = message.shared_with.includes(actor.id)
  if (!can('document.read', actor, { id_company, created_by, sharedWithActor })) return null
  // Users with whom only the document is shared must not learn its case file.
  const seesCase = can('solicitud.read', actor, { id_company, created_by })
  return { type, id_solicitud_main: seesCase ? id_solicitud_main : null, id_documento }
}

/**
 * All open streams of this process behind one LISTEN. Sessions, roles and companies are read for each batch, so that
 * nothing is sent after a session has ended. Messages that arrive meanwhile form the next batch.
 */
export function createLiveHub(ports: HubPorts): LiveHub {
  const streams = new Set<LiveStream>()
  let waiting: BusMessage[] = []
  let busy = false
  let closed = false
  let listening: Promise<() => Promise<void>> | undefined
  let timer: NodeJS.Timeout | undefined

  const endAll = () => {
    for (const stream of streams) stream.end()
    streams.clear()
  }

  /** Streams whose session is still valid; ends the others. */
  async function alive(): Promise<[LiveStream, Actor][]> {
    const actors = await ports.actorsOf([...new Set(Array.from(streams, ({ session }) => session))])
    const now = ports.clock()
    return [...streams].flatMap((stream) => {
      const actor = actors.get(stream.session)
      if (actor !== undefined && stream.ends > now) return [[stream, actor]]
      streams.delete(stream)
      stream.end()
      return []
    })
  }

  async function deliver(messages: BusMessage[]): Promise<void> {
    const listeners = await alive()
    const recipients = new Set(messages.flatMap((message) => (message.type === 'notification' ? message.users : [])))
    const users = new Set(listeners.map(([, actor]) => actor.id).filter((id) => recipients.has(id)))
    const unread = await ports.unreadOf([...users])
    for (const [stream, actor] of listeners) {
      const received = messages.map((message) => heardBy(actor, message, unread)).filter((message) => message !== null)
      const once = new Map(received.map((message) => [JSON.stringify(message), message]))
      for (const message of once.values()) stream.send(message)
    }
  }

  /** Runs one task at a time. A failure ends all streams, because clients then reload whatever they missed. */
  async function work(task: () => Promise<void>): Promise<void> {
    if (busy) return
    busy = true
    try {
      await task()
      while (waiting.length > 0) await deliver(waiting.splice(0))
    } catch (error) {
      ports.onFailure(error)
      waiting = []
      endAll()
    } finally {
      busy = false
    }
  }

  const beat = async () => {
    for (const [stream] of await alive()) stream.beat()
    if (streams.size === 0) clearInterval(timer)
  }

  // A message from the database connection must not inherit the async context of the transaction that sent it.
  const onMessage = AsyncResource.bind((payload: string) => {
    if (streams.size === 0) return
    waiting.push(JSON.parse(payload) as BusMessage)
    if (waiting.length > mostWaiting) {
      waiting = []
      endAll()
    }
    void work(async () => {})
  })

  function listen(): Promise<unknown> {
    listening ??= ports.bus.listen(liveChannel, onMessage).catch((error: unknown) => {
      listening = undefined
      throw error
    })
    return listening
  }

  return {
    async open({ id, session }, ends) {
      await listen()
      const stream = new LiveStream(session, id, ends)
      if (closed) stream.end()
      else {
        const own = [...streams].filter(({ user }) => user === id)
        for (const oldest of own.slice(0, Math.max(0, own.length - streamsPerPerson + 1))) {
          streams.delete(oldest)
          oldest.end()
        }
        if (streams.size === 0) {
          clearInterval(timer)
          timer = setInterval(() => void work(beat), ports.beatMs ?? 25_000).unref()
        }
        streams.add(stream)
        stream.body.once('close', () => streams.delete(stream))
        stream.send({ type: 'hello' })
      }
      return stream.body
    },
    async close() {
      closed = true
      clearInterval(timer)
      endAll()
      const stop = await listening?.catch(() => undefined)
      await stop?.()
    },
  }
}
