import { prepareDatabase } from '@foja/testing/data-folder'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeEnvironment, nodeOptions } from './node-settings.ts'
import { Caller } from './office.ts'
import { TestClient } from './test-client.ts'

/** A server in a child process; `ms`: how long it took to be ready. */
export type ServerProcess = { child: ChildProcess; origin: string; ms: number }

/** The administrator that the server creates at its first start. */
export const processAdmin = { email: 'crash@foja.example', password: 'caballo correcto bateria grapa' }

/** Waits for the line that a server prints when it is ready. Rejects with its output if it ends before. */
export async function untilReady(child: ChildProcess, line: RegExp): Promise<RegExpExecArray> {
  return await new Promise((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready: ${output}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = line.exec(output)
      if (found !== null) resolve(found)
    })
  })
}

/** Starts the server over `folder` with the settings of a new installation and `more`; resolves when it listens. */
export async function startProcess(folder: string, more: Record<string, string> = {}): Promise<ServerProcess> {
  const began = Date.now()
  const program = fileURLToPath(new URL('./crash/crash-child.ts', import.meta.url))
  const child = spawn(process.execPath, [...nodeOptions, program], {
    env: {
      ...process.env,
      ...nodeEnvironment,
      PORT: '0',
      FOJA_DATA_DIR: folder,
      FOJA_ADMIN_EMAIL: processAdmin.email,
      FOJA_ADMIN_PASSWORD: processAdmin.password,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [, origin = ''] = await untilReady(child, /lista en (http:\/\/[^\s"]+)/)
  return { child, origin, ms: Date.now() - began }
}

/** Signs the administrator in; returns a token. */
export async function signInProcess(origin: string): Promise<string> {
  const client = new TestClient(origin)
  const { status } = await client.signIn(processAdmin.email, processAdmin.password)
  const token = await client.token()
  if (status !== 200 || token === undefined) throw new Error(`signing in answered ${status}`)
  return token
}

export type NewProcess = { server: ServerProcess; caller: Caller; stop: () => Promise<void> }

export async function startNewProcess(more?: Record<string, string>): Promise<NewProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'foja-process-'))
  await prepareDatabase(join(folder, 'db'))
  const server = await startProcess(folder, more)
  const caller = new Caller(server.origin, '', processAdmin.email, await signInProcess(server.origin))
  const stop = async () => {
    server.child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  return { server, caller, stop }
}

/** Measures by how many bytes the memory of a process grows at most; Linux only (proc(5): status, clear_refs). */
export async function watchMemory({ pid }: ChildProcess): Promise<() => Promise<number>> {
  const read = async (field: 'VmRSS' | 'VmHWM') => {
    const status = await readFile(`/proc/${pid}/status`, 'latin1')
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024
  }
  const before = await read('VmRSS')
  // Resets the peak.
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  return async () => (await read('VmHWM')) - before
}
