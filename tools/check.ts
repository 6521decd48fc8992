// Types, lint, format, import directions and dead code, two at a time. `npm run check` adds the unit and web tests.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root, runTool } from './run.ts'

/**
 * The longest first, so that they do not end alone. Types are checked by TypeScript 7, whose compiler is native and takes
 * a third of the time; TypeScript 6 stays for what calls its API.
 */
const steps: Record<string, string[]> = {
  types: ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.json'],
  'types of the web': ['node_modules/typescript-native/bin/tsc', '-p', 'apps/web/tsconfig.json'],
  lint: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  'dead code': ['node_modules/knip/bin/knip.js'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'],
}

/** Runs after the others: it adds files to the source tree for a moment, to see that the rules catch them. */
const alone: [string, string[]] = ['import directions', ['tools/imports.ts']]

/** Runs one step and prints its output when it has ended, so that two steps do not mix theirs. */
async function runStep(name: string, [script = '', ...args]: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (output.trim() !== '') console.log(output.trim())
  console.log(`${status === 0 ? '✓' : '✗'} ${name}`)
  return status === 0
}

/** Runs every step, also after one has failed. Returns the names of those that failed. */
export async function runChecks(): Promise<{ passed: number; failures: string[] }> {
  const queue = Object.entries(steps)
  const failures: string[] = []
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      if (!(await runStep(...next))) failures.push(next[0])
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work))
  if (!(await runStep(...alone))) failures.push(alone[0])
  return { passed: Object.keys(steps).length + 1 - failures.length, failures }
}

if (import.meta.main) {
  const { failures } = await runChecks()
  const units = runTool('vitest/vitest.mjs', ['run', '--project', 'unit', '--project', 'web', '--project', 'web alone'])
  process.exit(failures.length > 0 || units !== 0 ? 1 : 0)
}
