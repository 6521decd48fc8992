import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyBinaries, freePort, initdb, startServer, untilAnswering } from './postgres-server.ts'

/** A PostgreSQL of one test, which may stop and restart it under its clients. */
export type RestartablePostgres = {
  url: string
  /** `fast`: disconnects clients and writes committed data (default). `immediate`: like a power cut. */
  stop: (how?: 'fast' | 'immediate') => Promise<void>
  /** Restarts on the same port; resolves when it accepts connections. */
  start: () => Promise<void>
  close: () => Promise<void>
}

export async function startRestartablePostgres(): Promise<RestartablePostgres> {
  const base = join(tmpdir(), `foja-test-${process.getuid?.() ?? 'user'}`)
  await mkdir(base, { recursive: true })
  const native = await copyBinaries(base)
  const own = await mkdtemp(join(tmpdir(), 'foja-postgres-'))
  await chmod(own, 0o711)
  const password = randomBytes(16).toString('hex')
  await initdb(native, own, password)
  const port = await freePort()
  let server: ChildProcess | null = null
  // Stops with this process, also when a test never calls `close`.
  const last = () => void server?.kill('SIGINT')
  process.once('exit', last)

  async function stop(how: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const running = server
    server = null
    if (running === null || running.exitCode !== null) return
    running.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await once(running, 'exit')
  }

  async function start(): Promise<void> {
    await rm(join(own, 'data', 'postmaster.pid'), { force: true })
    server = startServer(native, own, port, true)
    await untilAnswering(own, server)
  }

  await start()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop,
    start,
    close: async () => {
      process.removeListener('exit', last)
      await stop()
      await rm(own, { recursive: true, force: true })
    },
  }
}
