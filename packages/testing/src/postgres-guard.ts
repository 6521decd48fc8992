import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copyBinaries, freePort, initdb, startServer, untilAnswering } from './postgres-server.ts'
import { guardServer, isAlive, type GuardedServer } from './server-guard.ts'

export type PostgresState = { port: number; password: string }

async function start(own: string): Promise<GuardedServer> {
  const native = await copyBinaries(dirname(own))
  const password = randomBytes(16).toString('hex')
  await initdb(native, own, password)
  const port = await freePort()
  const server = startServer(native, own, port)
  await untilAnswering(own, server)
  const state: PostgresState = { port, password }
  return {
    state,
    isRunning: () => server.exitCode === null,
    stop: async () => {
      if (server.exitCode !== null) return
      // SIGINT: fast shutdown, clients are disconnected
      server.kill('SIGINT')
      await once(server, 'exit')
    },
  }
}

async function stopOrphan(own: string): Promise<void> {
  const pidFile = await readFile(join(own, 'data', 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, data] = pidFile.split('\n')
  if (data === join(own, 'data') && isAlive(Number(pid))) process.kill(Number(pid), 'SIGINT')
}

await guardServer(start, stopOrphan)
