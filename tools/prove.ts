// npm run prove -- [200000] [--seed 1] [--attacks]: proves the claims of docs/security.md: every cell of the permission
// matrix, every test of the threat table, floods of servers of its own (Linux), and that many fuzzer requests; with
// --attacks the floods only. Ends with one table; fails on any failure.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fuzzOnEveryCore } from '../apps/server/test/fuzz/fuzz-processes.ts'
import { figuresOf, notDoneIn } from '../apps/server/test/fuzz/report.ts'
import { attackServers, tableOf } from './prove/attacks.ts'
import { threatFiles } from './prove/threat-tests.ts'
import { runVitest, type TestOutcome } from './run-vitest.ts'

const matrix = 'apps/server/src/http/permissions.integration.test.ts'
/** Excluded: its long form follows. */
const shortFuzz = 'apps/server/src/http/fuzz.process.integration.test.ts'

const sum = (outcomes: readonly TestOutcome[], key: string) =>
  outcomes.reduce((total, { meta }) => total + Number(meta[key] ?? 0), 0)
const count = (outcomes: readonly TestOutcome[], status: string) =>
  outcomes.filter((outcome) => outcome.status === status).length

/** Runs the tests; returns their summary lines and whether all passed. */
function runTests(): { lines: string[]; holds: boolean } {
  const folder = mkdtempSync(join(tmpdir(), 'foja-prove-'))
  const files = threatFiles().filter((file) => file !== shortFuzz)
  const { outcomes, failed } = runVitest(files, folder, { FOJA_TEST_DATABASE: 'embedded' })
  rmSync(folder, { recursive: true })
  const cells = outcomes.filter(({ file }) => file.endsWith(matrix))
  const others = outcomes.filter(({ file }) => !file.endsWith(matrix))
  const [asked, wrong] = [sum(cells, 'cells'), sum(cells, 'wrong')]
  const lines = [
    `cells asked        ${asked}`,
    `cells that leak    ${wrong}`,
    `threats            ${files.length - 1} files: ${count(others, 'passed')} passed, ${count(others, 'failed')} failed, ${count(others, 'pending')} skipped`,
  ]
  if (failed > 0) lines.push(`failed in all      ${failed}`)
  return { lines, holds: failed === 0 && wrong === 0 && asked > 0 }
}

/** Floods servers and prints found figures beside the wanted ones; returns whether all hold. Null: not on Linux. */
async function runAttacks(): Promise<boolean | null> {
  if (process.platform !== 'linux') {
    console.log('The floods need Linux: they were not run.')
    return null
  }
  const findings = await attackServers((line) => console.log(line))
  console.log(`\n${tableOf(findings)}\n`)
  return findings.every((finding) => finding.holds)
}

async function runAll(requests: number, seed: number): Promise<boolean> {
  const tests = runTests()
  const attacks = await runAttacks()
  const start = performance.now()
  const report = await fuzzOnEveryCore(requests, seed, (line) => console.log(line))
  const figures = figuresOf(report, performance.now() - start)
  console.log(`\n${tests.lines.join('\n')}\n${figures}\nseed               ${seed}\n`)
  return tests.holds && attacks !== false && report.problems.length === 0 && notDoneIn(report).length === 0
}

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, attacks: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const requests = Number(positionals[0] ?? 200_000)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
if (!Number.isInteger(requests) || requests < 1 || !Number.isInteger(seed)) {
  console.error('npm run prove -- <how many requests> [--seed <number>] [--attacks]')
  process.exitCode = 2
} else {
  const holds = values.attacks ? (await runAttacks()) === true : await runAll(requests, seed)
  console.log(holds ? 'All claims hold.' : 'A claim failed: see the lines above.')
  process.exitCode = holds ? 0 : 1
}
