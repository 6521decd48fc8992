// Import directions (.dependency-cruiser.cjs), with a canary: a file that breaks a rule on purpose must be caught, or
// the tool is blind (for example if a package's exports stop pointing at its source).
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './run.ts'

type Violation = { from: string; to: string; rule: { name: string; severity: string } }
type Cruise = {
  modules: { source: string; dependencies: { resolved: string }[] }[]
  summary: { violations: Violation[]; totalCruised: number }
}

function cruise(...folders: string[]): Cruise {
  const program = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs')
  const args = [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  try {
    return JSON.parse(stdout) as Cruise
  } catch {
    throw new Error(`dependency-cruiser failed: ${stderr}`)
  }
}

/** Cruises a file that breaks a rule on purpose; returns the rules that caught it. */
function rulesThatCatch(folder: string, text: string): string[] {
  const path = join(root, folder)
  mkdirSync(path, { recursive: true })
  try {
    writeFileSync(join(path, 'canary.ts'), `${text}\nexport { canary }\n`)
    return cruise(folder).summary.violations.map(({ rule }) => rule.name)
  } finally {
    rmSync(path, { recursive: true })
  }
}

const moduleOf = (file: string) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(file)?.[1]

/** Imports between two modules of the server. */
function arrowsOf({ modules }: Cruise): { from: string; to: string }[] {
  return modules
    .filter(({ source }) => !source.endsWith('.test.ts'))
    .flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: moduleOf(source), to: moduleOf(resolved) })),
    )
    .flatMap(({ from, to }) => (from === undefined || to === undefined || from === to ? [] : { from, to }))
}

const order = Object.keys(createRequire(import.meta.url)('./server-modules.cjs') as Record<string, string[]>)

const found = cruise('packages', 'apps', 'tools')
const { violations, totalCruised } = found.summary
for (const { from, to, rule } of violations) console.error(`${rule.severity} ${rule.name}: ${from} → ${to}`)

const arrows = arrowsOf(found)
const back = arrows.filter(({ from, to }) => order.indexOf(to) <= order.indexOf(from))
console.log(`Server modules, each imports only from its right: ${order.join(' → ')}`)
console.log(`${arrows.length} imports between them, ${back.length} arrows back`)
console.log(`${violations.length} violations in ${totalCruised} files`)

const highest = order[0]!
const lowest = order.at(-1)!
/** Rule that must catch a canary, its folder and its text. */
const canaries: readonly [string, string, string][] = [
  ['pades-imports', 'packages/pades/src/canary', "import { roles as canary } from '@foja/contracts/roles'"],
  // A lower module imports a higher one, and a module goes past the door of one below it.
  [
    `server-${lowest}-imports`,
    `apps/server/src/modules/${lowest}/canary`,
    "import { leaveOffice as canary } from '../../users/public.ts'",
  ],
  [
    `server-${highest}-imports`,
    `apps/server/src/modules/${highest}/canary`,
    "import { findUser as canary } from '../../users/users.queries.ts'",
  ],
]
const missed = canaries.filter(([rule, folder, text]) => !rulesThatCatch(folder, text).includes(rule))
for (const [rule, folder] of missed)
  console.error(`${rule} did not catch the canary in ${folder}: the rule is not enforced`)
process.exit(violations.length + back.length + missed.length === 0 ? 0 : 1)
