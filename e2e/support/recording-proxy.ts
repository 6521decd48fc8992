import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Sent = {
  method: string
  url: string
  /** All traffic: first line, headers, body. */
  bytes: Buffer
  body: Buffer
}

export type RecordingProxy = {
  /** For `newContext({ proxy })`: all requests of that browser go through it. */
  server: string
  sent: Sent[]
  close: () => Promise<void>
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Forwards a request and its answer. */
function pass({ method, url, rawHeaders }: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const onward = ask(url ?? '', { method }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (!/^(proxy-|connection$|transfer-encoding$|content-length$)/i.test(name))
      onward.setHeader(name, rawHeaders[at + 1]!)
  }
  onward.on('error', () => response.destroy())
  onward.end(body)
}

/**
 * A proxy that records every byte a browser sends, from pages, workers and service workers, to any host. It refuses
 * tunnels, so it can read everything; refused tunnels are recorded too.
 */
export async function startRecordingProxy(): Promise<RecordingProxy> {
  const sent: Sent[] = []
  const record = (message: IncomingMessage, body: Buffer) => {
    const { method = '', url = '', rawHeaders } = message
    const head = Buffer.from(`${method} ${url}\r\n${rawHeaders.join('\r\n')}\r\n\r\n`, 'latin1')
    sent.push({ method, url, body, bytes: Buffer.concat([head, body]) })
  }
  const serve = async (message: IncomingMessage, response: ServerResponse) => {
    try {
      const body = await readBody(message)
      record(message, body)
      pass(message, body, response)
    } catch {
      // The page closed in the middle.
      response.destroy()
    }
  }
  const server = createServer((message, response) => void serve(message, response))
  server.on('connect', (message, socket) => {
    record(message, Buffer.alloc(0))
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  server.on('upgrade', (message, socket) => {
    record(message, Buffer.alloc(0))
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
