import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export type Foja = { origin: string; folder: string; stop: () => Promise<void> }

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

/** Starts Foja as a person does, as a process of its own over an empty data folder, and waits for its address. */
export async function startFoja(environment: Record<string, string> = {}): Promise<Foja> {
  const folder = await mkdtemp(join(tmpdir(), 'foja e2e '))
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      FOJA_DATA_DIR: join(folder, 'data'),
      FOJA_KEY_FILE: join(folder, 'server.key'),
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const origin = await addressOf(child)
  return {
    origin,
    folder,
    stop: async () => {
      if (child.exitCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGTERM')
        await ended
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
