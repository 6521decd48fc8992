import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** The test file that every antivirus reports (eicar.org), in two parts so that none reports this source. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

export type FakeClamd = {
  port: number
  /** Sizes of the streams that were scanned. */
  scanned: number[]
  close: () => Promise<void>
}

export type FakeClamdOptions = {
  /** Largest stream in bytes (StreamMaxLength). */
  maxStream?: number
  /** Takes commands and never answers. */
  silent?: boolean
  /** The first connection ends without an answer. */
  cutsOff?: boolean
  /** Listens on a socket of this path instead of a port. */
  path?: string
}

/** Bytes of `INSTREAM`'s chunks; null while the last one has not arrived. */
function readChunks(data: Buffer): Buffer | null {
  const chunks: Buffer[] = []
  for (let at = 0; at + 4 <= data.length;) {
    const length = data.readUInt32BE(at)
    at += 4
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(data.subarray(at, at + length))
    at += length
  }
  return null
}

/** A clamd on loopback that speaks PING and INSTREAM of clamd(8) and knows one virus, `eicar`. */
export async function startFakeClamd(options: FakeClamdOptions = {}): Promise<FakeClamd> {
  const { maxStream = 25_000_000, silent = false, path } = options
  let cutsOff = options.cutsOff ?? false
  const scanned: number[] = []
  const sockets = new Set<Socket>()

  function answer(socket: Socket, received: Buffer): void {
    const text = received.toString('latin1', 0, 20)
    if (text.startsWith('zPING\0')) return void socket.end('PONG\0')
    const command = 'zINSTREAM\0'
    if (received.length < command.length) return
    if (!text.startsWith(command)) return void socket.end('UNKNOWN COMMAND\0')
    const body = received.subarray(command.length)
    // As clamd does: the answer comes as soon as the limit is passed, and the connection ends.
    if (body.length > maxStream) {
      socket.write('INSTREAM size limit exceeded. ERROR\0')
      socket.destroySoon()
      return
    }
    const stream = readChunks(body)
    if (stream === null) return
    scanned.push(stream.length)
    socket.end(stream.includes(eicar) ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0')
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    let received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (piece) => {
      if (cutsOff) {
        cutsOff = false
        socket.resetAndDestroy()
        return
      }
      received = Buffer.concat([received, piece])
      if (!silent && socket.writable) answer(socket, received)
    })
  })
  if (path === undefined) server.listen(0, '127.0.0.1')
  else server.listen(path)
  await once(server, 'listening')
  return {
    port: path === undefined ? (server.address() as AddressInfo).port : 0,
    scanned,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
