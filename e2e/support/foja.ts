import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Secrets } from './secrets.ts'
import { findSecrets } from './traces.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const overhear = new URL('overhear.ts', import.meta.url).href

export type Foja = {
  origin: string
  /** `data` with database, files and cache, and the server's key beside it. */
  folder: string
  process: ChildProcess
  /** Stops it by signal; resolves to its exit code, null when a signal killed it. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>
  /** Known secrets that it received or sent, and its log. */
  heard: Heard
  /** Stops it and removes its folder; fails if any of those secrets is left there. */
  stop: () => Promise<void>
}

type Heard = { secrets: Secrets; log: string }

/** Restarts on the same folder. */
const heardIn = new Map<string, Heard>()

export const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'foja e2e '))

function heardOf(folder: string): Heard {
  const heard = heardIn.get(folder) ?? { secrets: new Map(), log: '' }
  heardIn.set(folder, heard)
  return heard
}

function listen(child: ChildProcess, heard: Heard): void {
  const write = (chunk: Buffer) => void (heard.log += chunk.toString())
  child.stdout?.on('data', write)
  child.stderr?.on('data', write)
  const lines = createInterface({ input: child.stdio[3] as Readable })
  lines.on('line', (line) => {
    for (const [secret, name] of JSON.parse(line) as [string, string][]) heard.secrets.set(secret, name)
  })
}

function launch(folder: string, environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['--import', overhear, 'apps/server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      FOJA_DATA_DIR: join(folder, 'data'),
      FOJA_KEY_FILE: join(folder, 'server.key'),
      LOG_LEVEL: 'info',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  listen(child, heardOf(folder))
  return child
}

function publicOrigin(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /lista en (http:\/\/[^\s"]+)/.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`Foja ended with ${code}: ${output}`)))
  })
}

/** Starts Foja as its own process and waits for its address; without a folder, on an empty one. */
export async function startFoja(environment: Record<string, string> = {}, from?: string): Promise<Foja> {
  const folder = from ?? (await newFolder())
  const child = launch(folder, environment)
  const origin = await publicOrigin(child)
  // By now its last output has arrived.
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return closed
  }
  const heard = heardOf(folder)
  const stop = async () => {
    await end()
    const found = await findSecrets(folder, heard.log, heard.secrets)
    await rm(folder, { recursive: true, force: true })
    heardIn.delete(folder)
    if (found.length > 0) throw new Error(`Foja left secrets behind: ${found.join(', ')}`)
  }
  return { origin, folder, process: child, heard, end, stop }
}

/** A start that should fail: its output and exit code. */
export async function failToStart(
  folder: string,
  environment: Record<string, string> = {},
): Promise<{ code: number | null; lines: string[] }> {
  const child = launch(folder, { LOG_LEVEL: 'warn', ...environment })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(late)
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  // Every line is one JSON object where no person looks on.
  return { code, lines: lines.map((line) => (JSON.parse(line) as { msg: string }).msg) }
}
