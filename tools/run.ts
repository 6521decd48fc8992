import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs a JavaScript program of node_modules with this Node, in the root; its output goes through. Returns its status. */
export function runTool(
  script: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string>; quiet?: boolean } = {},
) {
  const result = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: options.cwd ?? root,
    stdio: ['ignore', options.quiet ? 'ignore' : 'inherit', options.quiet ? 'ignore' : 'inherit'],
    env: { ...process.env, ...options.env },
  })
  return result.status ?? 1
}
