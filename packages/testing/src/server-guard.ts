import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

/**
 * One server per test run: the first test that needs it starts a guard process, which runs the server and stops it when
 * the run's process ends.
 */

/** What tests need to know of a running server. */
type State = Record<string, string | number>

/** The state of the server of this run, started by `guard`, a program that calls `guardServer`, if necessary. */
export async function findServer<T extends State>(kind: string, guard: URL): Promise<T> {
  // vitest runs a file in a child process or a thread; either way this is the process of the whole run.
  const run = isMainThread ? process.ppid : process.pid
  const base = join(tmpdir(), `foja-test-${process.getuid?.() ?? 'user'}`)
  const folder = join(base, `${kind}-${run}`)
  await mkdir(base, { recursive: true })
  const first = await mkdir(folder).then(
    () => true,
    () => false,
  )
  if (first) {
    spawn(process.execPath, [fileURLToPath(guard), folder, String(run)], { detached: true, stdio: 'ignore' }).unref()
  }
  for (let tries = 0; tries < 1200; tries += 1) {
    const text = await readFile(join(folder, 'state.json'), 'utf8').catch(() => null)
    if (text !== null) {
      const state = JSON.parse(text) as T | { error: string }
      if ('error' in state) throw new Error(`the ${kind} server of the tests did not start: ${state.error}`)
      return state
    }
    await delay(100)
  }
  throw new Error(`the ${kind} server of the tests did not start in ${folder}`)
}

export type GuardedServer = { state: State; isRunning: () => boolean; stop: () => Promise<void> }

/**
 * The guard process: runs the server that `start` starts in a folder until the run ends, then removes the folder.
 * `stopOrphan` stops the server of a folder whose guard was killed.
 */
export async function guardServer(
  start: (own: string) => Promise<GuardedServer>,
  stopOrphan: (own: string) => Promise<void>,
): Promise<void> {
  const [own, runText] = process.argv.slice(2)
  if (own === undefined || runText === undefined) return
  const run = Number(runText)
  let server: GuardedServer | null = null
  try {
    await stopOrphans(own, stopOrphan)
    server = await start(own)
    await writeState(own, server.state)
  } catch (error) {
    await writeState(own, { error: error instanceof Error ? error.message : String(error) })
  }
  while (isAlive(run) && server?.isRunning() === true) await delay(500)
  await server?.stop()
  while (isAlive(run)) await delay(500)
  await removeFolder(own)
}

async function stopOrphans(own: string, stopOrphan: (own: string) => Promise<void>): Promise<void> {
  const base = dirname(own)
  const kind = own.slice(base.length + 1).replace(/\d+$/, '')
  for (const name of await readdir(base)) {
    const run = name.startsWith(kind) ? name.slice(kind.length) : ''
    if (!/^\d+$/.test(run) || isAlive(Number(run))) continue
    await stopOrphan(join(base, name))
    await removeFolder(join(base, name))
  }
}

const removeFolder = async (folder: string) =>
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 })

async function writeState(own: string, state: State): Promise<void> {
  const draft = join(own, 'state.draft')
  await writeFile(draft, JSON.stringify(state), { mode: 0o600 })
  await rename(draft, join(own, 'state.json'))
}

/** True while a process with this id runs. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
