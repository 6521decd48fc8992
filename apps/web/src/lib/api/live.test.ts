import type { LiveMessage } from '@foja/contracts/notifications'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { at, http, HttpResponse, problem, server, sessionOf, signedIn, useServer, visits } from '../../test/server.ts'
import { noteReached, useConnection } from './connection.ts'
import { pauseAfter, resetLive, subscribeLive, readEventStream } from './live.ts'

useServer()
beforeEach(() => signedIn())
afterEach(() => {
  resetLive()
  noteReached(true)
  vi.restoreAllMocks()
})

const encoder = new TextEncoder()
const streamOf = (chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

const read = async (chunks: readonly Uint8Array[]) => {
  const data: string[] = []
  await readEventStream(streamOf(chunks), (one) => data.push(one))
  return data
}

describe('parsing an event stream', () => {
  const text = ': hola\r\nevent: changed\r\ndata: {"a":"ñ€😀"}\r\n\r\ndata:uno\ndata: dos\n\nid: 3\r\rdata: tres\r\r'
  const whole = ['{"a":"ñ€😀"}', 'uno\ndos', 'tres']

  it('is independent of chunk boundaries', async () => {
    const bytes = encoder.encode(`${text}:`)
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      expect(await read([bytes.slice(0, cut), bytes.slice(cut)]), `cut at ${cut}`).toEqual(whole)
    }
    expect(await read(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole)
  })

  it('drops an event without an end', async () => {
    expect(await read([encoder.encode('data: entero\n\ndata: a medias\n')])).toEqual(['entero'])
  })
})

describe('pauses between reconnections', () => {
  it('grow with each failure up to a minute, with jitter', () => {
    expect([0, 1, 2, 3].map((failures) => pauseAfter(failures, 1))).toEqual([1000, 2000, 4000, 8000])
    expect(pauseAfter(40, 1)).toBe(60_000)
    expect(pauseAfter(3, 0)).toBe(4000)
  })
})

/** Answers connections with `replies` in order, repeating the last one. Returns the tokens. */
function connections(...replies: ((request: Request) => Response)[]) {
  const tokens: (string | null)[] = []
  server.use(
    http.get(at('/api/v1/live/'), ({ request }) => {
      tokens.push(request.headers.get('Authorization'))
      const reply = replies[Math.min(tokens.length, replies.length) - 1]
      return reply?.(request) as HttpResponse<string>
    }),
  )
  return tokens
}

const says = (...messages: LiveMessage[]) => {
  const body = messages.map((message) => `event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`).join('')
  return () => new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } })
}
/** A connection that sends hello and stays open. */
const stays = () =>
  new HttpResponse(
    new ReadableStream({
      start: (controller) => controller.enqueue(encoder.encode('data: {"type":"hello"}\n\n')),
    }),
    { headers: { 'Content-Type': 'text/event-stream' } },
  )

const listen = () => {
  const heard: LiveMessage[] = []
  const stop = subscribeLive((message) => heard.push(message))
  return { heard, stop }
}

describe('the live connection', () => {
  it('passes on messages, and reconnects with the current token when the server closes it', async () => {
    const changed: LiveMessage = { type: 'changed', id_solicitud_main: null, id_documento: null }
    const tokens = connections(says({ type: 'hello' }, changed), stays)
    const { heard } = listen()
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'hello' }, changed]))
    signedIn('access-2')
    await vi.waitFor(() => expect(tokens).toEqual(['Bearer access-1', 'Bearer access-2']), { timeout: 3000 })
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ type: 'hello' }))
  })

  it('renews an expiring token before it connects', async () => {
    signedIn('old', 0)
    server.use(http.get(at('/api/auth/session'), () => HttpResponse.json(sessionOf('new'))))
    const tokens = connections(stays)
    listen()
    await vi.waitFor(() => expect(tokens).toEqual(['Bearer new']))
  })

  it('tells screens to fetch when the session has ended', async () => {
    connections(() => problem(401, 'session_ended'), stays)
    const { heard } = listen()
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'hello' }]))
  })

  it('neither redirects to /refresh nor logs, whatever the server answers', async () => {
    const quiet = vi.spyOn(console, 'error')
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const tokens = connections(
      () => problem(401, 'session_ended'),
      () => HttpResponse.error(),
      stays,
    )
    const { heard } = listen()
    await vi.waitFor(() => expect(tokens).toHaveLength(3), { timeout: 6000 })
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'hello' }, { type: 'hello' }]))
    expect(visits).toEqual([])
    expect(quiet).not.toHaveBeenCalled()
  })

  it('reports that the server is gone at the first failed reconnection, and that it is back', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { result } = renderHook(() => useConnection())
    let back = () => {}
    const waits = new Promise<void>((resolve) => (back = resolve))
    const tokens = connections(says({ type: 'hello' }), () => HttpResponse.error())
    const { heard } = listen()
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'hello' }]))
    expect(result.current).toBe('fine')
    await vi.waitFor(() => expect(result.current).toBe('unreachable'), { timeout: 2000 })
    expect(tokens).toHaveLength(2)
    connections(() => {
      back()
      return stays()
    })
    await waits
    await vi.waitFor(() => expect(result.current).toBe('fine'))
  })

  it('ignores unknown messages', async () => {
    const odd = () =>
      new HttpResponse('data: {\n\ndata: {"type":"other"}\n\ndata: {"type":"notification","unread":2}\n\n')
    connections(odd, stays)
    const { heard } = listen()
    await vi.waitFor(() => expect(heard[0]).toEqual({ type: 'notification', unread: 2 }))
  })

  it('is shared by all listeners, and not opened without a session', async () => {
    const tokens = connections(stays)
    const [one, two] = [listen(), listen()]
    await vi.waitFor(() => expect(two.heard).toHaveLength(1))
    expect(one.heard).toHaveLength(1)
    expect(tokens).toHaveLength(1)
    one.stop()
    two.stop()
  })
})
