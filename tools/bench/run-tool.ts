import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../run.ts'

/** Runs a tool as an operator does, on the embedded database; returns its seconds. */
export function runTool(name: string, args: string[], environment: Record<string, string>): number {
  const began = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools', `${name}.ts`), ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', ...environment },
  })
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stdout}${stderr}`)
  return (performance.now() - began) / 1000
}
