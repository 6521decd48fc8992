import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { TestClient } from './test-client.ts'

/** A server in a process of its own; `ms` is how long it took to be ready. */
export type ServerProcess = { child: ChildProcess; origin: string; ms: number }

/** The administrator that the server makes at its first start. */
export const processAdmin = { email: 'crash@foja.example', password: 'caballo correcto bateria grapa' }

/** Starts the server over `folder` with the settings of a new installation; resolves when it listens. */
export async function startProcess(folder: string): Promise<ServerProcess> {
  const began = Date.now()
  const child = spawn(process.execPath, [fileURLToPath(new URL('./crash-child.ts', import.meta.url))], {
    env: {
      ...process.env,
      PORT: '0',
      FOJA_DATA_DIR: folder,
      FOJA_ADMIN_EMAIL: processAdmin.email,
      FOJA_ADMIN_PASSWORD: processAdmin.password,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const origin = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready: ${output}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (process.env['T_DBG']) process.stderr.write(chunk)
      const url = /lista en (http:\/\/\S+)/.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  return { child, origin, ms: Date.now() - began }
}

/** A token of the administrator. */
export async function signInProcess(origin: string): Promise<string> {
  const client = new TestClient(origin)
  const { status } = await client.signIn(processAdmin.email, processAdmin.password)
  const token = await client.token()
  if (status !== 200 || token === undefined) throw new Error(`signing in answered ${status}`)
  return token
}
