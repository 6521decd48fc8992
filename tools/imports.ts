// Import directions (.dependency-cruiser.cjs), and a canary: a file that breaks a rule on purpose must be caught, or
// the tool has gone blind (it would be, were a package's exports to stop pointing at its source).
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'

function cruise(...folders: string[]): { output: string; status: number } {
  const program = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs')
  const args = [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...folders]
  const result = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return { output: result.stdout + result.stderr, status: result.status ?? 1 }
}

function canaryIsCaught(): boolean {
  const folder = join(root, 'packages', 'pades', 'src', 'canary')
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(
      join(folder, 'canary.ts'),
      "import { roles } from '@foja/contracts/roles'\nexport const canary = roles\n",
    )
    return cruise('packages/pades/src/canary').output.includes('pades-imports')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const { output, status } = cruise('packages', 'apps', 'tools')
console.log(output.trim())
if (!canaryIsCaught()) {
  console.error('The canary import was not caught: the import rules are not being enforced.')
  process.exit(1)
}
process.exit(status)
