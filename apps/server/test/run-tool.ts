import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

type Outcome = { status: number | null; output: string }

/** Runs `tools/NAME.ts` as an operator does, on the database of the given folder. */
export const runTool = (name: string, ...args: string[]): Promise<Outcome> => runToolWith({}, name, ...args)

/** Like `runTool`, on a PostgreSQL database. */
export const runToolOn = (url: string, name: string, ...args: string[]): Promise<Outcome> =>
  runToolWith({ DATABASE_URL: url }, name, ...args)

/** Like `runTool`, with more settings. */
export async function runToolWith(settings: Record<string, string>, name: string, ...args: string[]): Promise<Outcome> {
  const tool = fileURLToPath(new URL(`../../../tools/${name}.ts`, import.meta.url))
  const { DATABASE_URL: _url, ...env } = process.env
  const child = spawn(process.execPath, [tool, ...args], {
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const status = await new Promise<number | null>((done) => child.once('close', done))
  return { status, output }
}
