// Types, lint, format, import directions and dead code. `npm run check` adds the unit tests; `npm test` adds everything.
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { root, runTool } from './run.ts'

const steps: Record<string, () => number> = {
  types: () => runTool('typescript/bin/tsc', ['-p', 'tsconfig.json']),
  'types of the web': () => runTool('typescript/bin/tsc', ['-p', 'apps/web/tsconfig.json']),
  lint: () => runTool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']),
  format: () => runTool('oxfmt/bin/oxfmt', ['--check', '.']),
  'import directions': () =>
    spawnSync(process.execPath, [join(root, 'tools', 'imports.ts')], { cwd: root, stdio: 'inherit' }).status ?? 1,
  'dead code': () => runTool('knip/bin/knip.js', []),
}

/** Runs every step, also after one has failed; returns how many passed and failed, and the names of those. */
export function runChecks(): { passed: number; failed: number; failures: string[] } {
  const failed = Object.entries(steps).filter(([name, step]) => {
    const ok = step() === 0
    console.log(`${ok ? '✓' : '✗'} ${name}`)
    return !ok
  })
  return {
    passed: Object.keys(steps).length - failed.length,
    failed: failed.length,
    failures: failed.map(([name]) => name),
  }
}

if (import.meta.main) {
  const { failed } = runChecks()
  const units = runTool('vitest/vitest.mjs', ['run', '--project', 'unit', '--project', 'web'])
  process.exit(failed > 0 || units !== 0 ? 1 : 0)
}
