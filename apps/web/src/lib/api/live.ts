import type { LiveMessage } from '@foja/contracts/notifications'
import { getOwner, onNewOwner } from '../session/owner.ts'
import { noteReached } from './connection.ts'
import { callHeaders } from './request.ts'
import { base } from '../router/paths.ts'
import { getAccessToken } from '../session/session-store.ts'

/**
 * Parses server-sent events (HTML, 9.2.6) from chunks of any size, and calls `onData` with the data of each. `onBytes`
 * is called for everything, also for keep-alive comments. Resolves when the stream ends; rejects when its reader does.
 */
export async function readEventStream(
  body: ReadableStream<Uint8Array>,
  onData: (data: string) => void,
  onBytes: () => void = () => {},
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  const take = (line: string) => {
    if (line === '') {
      if (data.length > 0) onData(data.join('\n'))
      data = []
    } else if (line.startsWith('data:')) {
      data.push(line.slice(line[5] === ' ' ? 6 : 5))
    }
  }
  for (;;) {
    const { done, value } = await reader.read()
    // An event without a final empty line is incomplete and dropped.
    if (done) return
    onBytes()
    rest += decoder.decode(value, { stream: true })
    // A carriage return at the end may be the first half of a line break.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  }
}

/**
 * Live updates from the server. One tab of a browser holds the connection and relays to the others, because browsers
 * allow six HTTP/1.1 connections per server. Reports whether the server can be reached, to all tabs; other failures are
 * silent: it reconnects after growing pauses and never redirects to /refresh.
 */

type Listener = (message: LiveMessage) => void

/** What the tab with the connection relays: messages of the server, and whether it can be reached. */
type Relayed = LiveMessage | { type: 'reached'; now: boolean }

const name = 'foja-live'
/** Limits of the pause between attempts, in ms. */
const shortest = 1_000
const longest = 60_000
/** Without any data for this long, even keep-alive comments, the connection is considered dead. */
const silence = 90_000
/** A tab hidden for this long disconnects, and reconnects when visible. */
const hiddenFor = 5 * 60_000
/** Keeps the connection while navigation leaves no listener for a moment. */
const linger = 3_000

const listeners = new Set<Listener>()
let running: AbortController | null = null
let leaving: ReturnType<typeof setTimeout> | undefined

function tell(message: Relayed) {
  if (message.type === 'reached') return noteReached(message.now)
  for (const listener of listeners) listener(message)
}

function parse(data: string): LiveMessage | null {
  try {
    const message = JSON.parse(data) as Partial<LiveMessage> | null
    const known = message?.type === 'hello' || message?.type === 'notification' || message?.type === 'changed'
    return known ? (message as LiveMessage) : null
  } catch {
    return null
  }
}

/** Resolves after `milliseconds`, or when `signal` aborts. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Exponential backoff with jitter, so that tabs do not reconnect at the same time. */
export const pauseAfter = (failures: number, random = Math.random()): number =>
  Math.min(longest, shortest * 2 ** Math.min(failures, 10)) * (0.5 + random / 2)

/** One connection until it ends. True if it received anything, so the next attempt follows soon. */
async function connect(onMessage: (message: Relayed) => void, stop: AbortSignal): Promise<boolean> {
  const token = await getAccessToken()
  if (token === null || stop.aborted || !navigator.onLine) return false
  const line = new AbortController()
  const hangUp = () => line.abort()
  stop.addEventListener('abort', hangUp)
  let watch = setTimeout(hangUp, silence)
  let spoke = false
  let connected = false
  try {
    const headers = await callHeaders({ token, headers: { Accept: 'text/event-stream' } })
    const options = { headers, cache: 'no-store', signal: line.signal } as const
    const response = await fetch(`${base}/api/v1/live/`, options)
    onMessage({ type: 'reached', now: true })
    connected = true
    // The session has ended: what screens fetch now leads to the sign-in page.
    if (response.status === 401) onMessage({ type: 'hello' })
    if (!response.ok || response.body === null) {
      await response.body?.cancel()
      return false
    }
    await readEventStream(
      response.body,
      (data) => {
        const message = parse(data)
        if (message === null) return
        spoke = true
        onMessage(message)
      },
      () => {
        clearTimeout(watch)
        watch = setTimeout(hangUp, silence)
      },
    )
  } catch (error) {
    // A proxy may cut a connection: only one that cannot be opened shows that the server is gone.
    if (!connected && error instanceof TypeError) onMessage({ type: 'reached', now: false })
  } finally {
    clearTimeout(watch)
    stop.removeEventListener('abort', hangUp)
  }
  return spoke
}

/** Keeps a connection open until `stop`, each with the current token. */
async function stayConnected(onMessage: (message: Relayed) => void, stop: AbortSignal): Promise<void> {
  let failures = 0
  while (!stop.aborted) {
    failures = (await connect(onMessage, stop)) ? 0 : failures + 1
    if (!stop.aborted) await pause(pauseAfter(failures), stop)
  }
}

/** The tab that holds the lock connects and relays; the others listen, and one takes over when it closes. */
function share(stop: AbortSignal): void {
  const owner = getOwner()
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  if (channel === null || !('locks' in navigator)) {
    channel?.close()
    void stayConnected(tell, stop)
    return
  }
  channel.addEventListener('message', ({ data }: MessageEvent<{ owner: string; message: Relayed }>) => {
    if (data.owner === owner && !stop.aborted) tell(data.message)
  })
  stop.addEventListener('abort', () => channel.close())
  const lead = () =>
    stayConnected((message) => {
      tell(message)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target but its name
      if (!stop.aborted) channel.postMessage({ owner, message })
    }, stop)
  // A tab that stops while waiting for the lock rejects with its own abort.
  navigator.locks.request(name, { signal: stop }, lead).catch(() => {})
}

/** Runs while the tab is visible or was a moment ago. */
function follow(stop: AbortSignal): void {
  let turn: AbortController | null = null
  let hiding: ReturnType<typeof setTimeout> | undefined
  let away = false
  const begin = () => {
    turn = new AbortController()
    share(turn.signal)
  }
  const end = () => {
    turn?.abort()
    turn = null
  }
  const onVisible = () => {
    clearTimeout(hiding)
    if (document.visibilityState === 'hidden') {
      hiding = setTimeout(() => {
        away = true
        end()
      }, hiddenFor)
    } else if (turn === null) {
      begin()
      // Changes may have been missed, as after a lost connection.
      if (away) tell({ type: 'hello' })
      away = false
    }
  }
  document.addEventListener('visibilitychange', onVisible)
  stop.addEventListener('abort', () => {
    clearTimeout(hiding)
    document.removeEventListener('visibilitychange', onVisible)
    end()
  })
  begin()
}

function start() {
  running = new AbortController()
  follow(running.signal)
}

function halt() {
  running?.abort()
  running = null
}

/**
 * Calls `listener` for each message. The first listener opens the connection. Each connection begins with `hello`: data
 * read before it may be outdated.
 */
export function subscribeLive(listener: Listener): () => void {
  clearTimeout(leaving)
  listeners.add(listener)
  if (running === null) start()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(leaving)
    leaving = setTimeout(halt, linger)
  }
}

// Messages for one user must not reach the next.
onNewOwner(() => {
  const was = running !== null
  halt()
  if (was) start()
})

/** For tests: resets to the state of a new page. */
export function resetLive(): void {
  clearTimeout(leaving)
  listeners.clear()
  halt()
}
