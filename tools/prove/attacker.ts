import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import type { NewProcess } from '../../apps/server/test/server-process.ts'

/** Addresses of the loopback network (Linux accepts connections from all of them): each is one client to the server. */
export const attackerAddress = '127.0.0.1'
export const visitorAddress = '127.0.0.2'

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const megabytes = (bytes: number) => Math.round(bytes / 1e6)

/** Resident memory of a process, now and at its peak, in megabytes (proc(5)). */
async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1')
  const read = (field: string) => megabytes(Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024)
  return { now: read('VmRSS'), peak: read('VmHWM') }
}

export type Watched = { before: number; peak: number; after: number; quiet: number; slowest: number; answers: number }

/**
 * Ordinary use before an attack, so that the memory before it is that of a server at work: 3,000 small requests and 200
 * bodies of half a megabyte, twenty at a time.
 */
async function warmUp({ caller }: NewProcess): Promise<void> {
  const large = { nombre: 'x'.repeat(500_000) }
  const lane = async () => {
    for (let i = 0; i < 150; i += 1) {
      await (await caller.call('/api/auth/session')).text()
      if (i % 15 === 0) await (await caller.put('/api/v1/update_profile/', large)).text()
    }
  }
  await Promise.all(Array.from({ length: 20 }, lane))
}

/**
 * Measures memory (megabytes) and readiness (milliseconds, slowest answer to a visitor) during `attack`. `quiet`: the
 * slowest answer before it, which other work on this computer delays too.
 */
export async function watch(process: NewProcess, attack: () => Promise<void>): Promise<Watched> {
  const { child, origin } = process.server
  const pid = child.pid!
  await warmUp(process)
  const took: number[] = []
  const workerData = { origin, from: visitorAddress }
  const probe = new Worker(new URL('./readiness-probe.ts', import.meta.url), { workerData })
  probe.on('message', (ms: number) => took.push(ms))
  // The first answers load code; they are not measured.
  const samples = async (count: number) => {
    took.length = 0
    while (took.length < count) await pause(50)
    return Math.round(Math.max(...took))
  }
  await samples(20)
  const quiet = await samples(60)
  took.length = 0
  const before = (await memoryOf(pid)).now
  // Resets the peak.
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  await attack()
  const { peak } = await memoryOf(pid)
  await pause(5000)
  const after = (await memoryOf(pid)).now
  await probe.terminate()
  return { before, peak, after, quiet, slowest: Math.round(Math.max(...took)), answers: took.length }
}

/** What became of many raw connections. */
export type Crowd = {
  /** Connections that the system made. */
  connected: number
  open: () => number
  /** Connections per status of their first answer. */
  statuses: Record<string, number>
  end: () => void
}

/** Opens `count` connections from one address, 200 at a time; each sends `bytes` and then nothing. */
export async function crowd(origin: string, count: number, bytes: readonly Buffer[]): Promise<Crowd> {
  const port = Number(new URL(origin).port)
  const statuses: Record<string, number> = {}
  const sockets: Socket[] = []
  let connected = 0
  const begin = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: attackerAddress })
      sockets.push(socket)
      socket.once('connect', () => {
        connected += 1
        for (const part of bytes) socket.write(part)
        resolve()
      })
      socket.once('data', (answer) => {
        const status = answer.toString('latin1', 9, 12)
        statuses[status] = (statuses[status] ?? 0) + 1
      })
      socket.on('error', () => {})
      socket.once('close', () => resolve())
    })
  for (let started = 0; started < count; started += 200) {
    await Promise.all(Array.from({ length: Math.min(200, count - started) }, begin))
  }
  return {
    connected,
    statuses,
    open: () => sockets.filter((socket) => !socket.destroyed).length,
    end: () => sockets.forEach((socket) => socket.destroy()),
  }
}

export type Answer = { status: number; bytes: number; text: string; retryAfter: string | undefined }

/** One request from `from`, on a new connection. Status 0: the connection ended without an answer. */
export function ask(
  url: URL,
  { from, body, ...init }: { from: string; method?: string; headers?: Record<string, string>; body?: Buffer },
): Promise<Answer> {
  return new Promise((resolve) => {
    const none = { status: 0, bytes: 0, text: '', retryAfter: undefined }
    const asking = request(url, { ...init, localAddress: from, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('close', () => {
        const all = Buffer.concat(chunks)
        const retryAfter = answer.headers['retry-after']
        resolve({ status: answer.statusCode ?? 0, bytes: all.length, text: all.toString('utf8', 0, 2000), retryAfter })
      })
    })
    asking.once('error', () => resolve(none))
    asking.end(body)
  })
}
