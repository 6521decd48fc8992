import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export type Foja = {
  origin: string
  /** What it keeps: `data` with database, files and cache, and the server's key beside it. */
  folder: string
  process: ChildProcess
  /** Ends it as a person does; resolves to its exit code, null when a signal ended it. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>
  /** Ends it and removes its folder. */
  stop: () => Promise<void>
}

export const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'foja e2e '))

function launch(folder: string, environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      FOJA_DATA_DIR: join(folder, 'data'),
      FOJA_KEY_FILE: join(folder, 'server.key'),
      LOG_LEVEL: 'warn',
      // Node's own place for compiled code: each of many starts need not compile it again.
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /lista en (http:\/\/\S+)/.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`Foja ended with ${code}: ${output}`)))
  })
}

/**
 * Starts Foja as a person does, as a process of its own, and waits for its address. Without a folder it begins with an
 * empty one.
 */
export async function startFoja(environment: Record<string, string> = {}, from?: string): Promise<Foja> {
  const folder = from ?? (await newFolder())
  const child = launch(folder, environment)
  const origin = await addressOf(child)
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill(signal)
    return ended
  }
  const stop = async () => {
    await end()
    await rm(folder, { recursive: true, force: true })
  }
  return { origin, folder, process: child, end, stop }
}

/** A start that is expected to fail: what it printed and its exit code. */
export async function failToStart(
  folder: string,
  environment: Record<string, string> = {},
): Promise<{ code: number | null; lines: string[] }> {
  const child = launch(folder, environment)
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(late)
  return { code, lines: output.split('\n').filter((line) => line.trim() !== '') }
}
