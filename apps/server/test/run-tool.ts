import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs `tools/NAME.ts` as whoever looks after an installation does; the database is the one of the folder it is told. */
export async function runTool(name: string, ...args: string[]): Promise<{ status: number | null; output: string }> {
  const tool = fileURLToPath(new URL(`../../../tools/${name}.ts`, import.meta.url))
  const { DATABASE_URL: _url, ...env } = process.env
  const child = spawn(process.execPath, [tool, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const status = await new Promise<number | null>((done) => child.once('close', done))
  return { status, output }
}
