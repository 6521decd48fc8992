import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { copyBinaries, freePort, initdb, startServer, untilAnswering } from './postgres-server.ts'

/** Content of `state.json` once the server answers or has failed. */
export type GuardState = { port: number; password: string } | { error: string }

const [folder, runText] = process.argv.slice(2)
if (folder !== undefined && runText !== undefined) await guard(folder, Number(runText))

/** Starts the server in `folder`, waits until the process `run` ends, then stops the server and removes the folder. */
async function guard(own: string, run: number): Promise<void> {
  let server: ChildProcess | null = null
  try {
    await sweepOrphans(dirname(own))
    const native = await copyBinaries(dirname(own))
    const password = randomBytes(16).toString('hex')
    await initdb(native, own, password)
    const port = await freePort()
    server = startServer(native, own, port)
    await untilAnswering(own, server)
    await writeState(own, { port, password })
  } catch (error) {
    await writeState(own, { error: error instanceof Error ? error.message : String(error) })
  }
  while (isAlive(run) && isRunning(server)) await delay(500)
  if (server?.exitCode === null) {
    // SIGINT: fast shutdown, clients are disconnected
    server.kill('SIGINT')
    await once(server, 'exit')
  }
  while (isAlive(run)) await delay(500)
  await rm(own, { recursive: true, force: true })
}

/** Stops servers whose guard was killed: their run has ended but their folder still exists. */
async function sweepOrphans(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const run = /^postgres-(\d+)$/.exec(name)?.[1]
    if (run === undefined || isAlive(Number(run))) continue
    const pidFile = await readFile(join(base, name, 'data', 'postmaster.pid'), 'utf8').catch(() => '')
    const [pid, data] = pidFile.split('\n')
    if (data === join(base, name, 'data') && isAlive(Number(pid))) process.kill(Number(pid), 'SIGINT')
    await rm(join(base, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 500 })
  }
}

async function writeState(own: string, state: GuardState): Promise<void> {
  const draft = join(own, 'state.draft')
  await writeFile(draft, JSON.stringify(state), { mode: 0o600 })
  await rename(draft, join(own, 'state.json'))
}

function isRunning(server: ChildProcess | null): boolean {
  return server !== null && server.exitCode === null
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
