// `npm run gate`: everything that is proven. `--after-test`: only what `npm test` does not run; its summary is read from
// FOJA_TEST_SUMMARY and added to the closing line.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { canBuildImage, runImage } from './image.ts'
import { runLighthouse } from './lighthouse.ts'
import { runShort } from './mutation/groups.ts'
import { close, runRound, takeSummary, type Round } from './rounds.ts'
import { root } from './run.ts'
import { runTests } from './test.ts'

/** What can differ on PostgreSQL: the database itself, each call once, and calls at the same time. */
const onADatabase = [
  'packages/db',
  'packages/jobs',
  'packages/testing',
  'http/permissions',
  'http/returned-objects',
  ...globSync('apps/server/src/**/*.integration.test.ts', { cwd: root }).filter((path) =>
    readFileSync(join(root, path), 'utf8').includes('Promise.all('),
  ),
]

const rounds: Round[] = [
  { name: 'slow unit tests', args: ['--project', 'slow', '--project', 'slow web'], reruns: false },
  { name: 'processes', args: ['--project', 'process'], reruns: true },
  {
    name: 'integration on PostgreSQL',
    args: ['--project', 'integration'],
    only: onADatabase,
    env: { FOJA_TEST_DATABASE: 'postgres' },
    reruns: true,
  },
  { name: 'end to end', args: ['--project', 'e2e'], reruns: true },
]

const { values } = parseArgs({ options: { 'after-test': { type: 'boolean' } } })
const summary = values['after-test'] ? takeSummary() : await runTests()
for (const round of rounds) runRound(round, summary)

/** Runs what is not a round of tests; adds its outcome, or the error that stopped it, to the summary. */
async function runOther(name: string, run: () => Promise<{ passed: number; failures: string[] }>): Promise<void> {
  console.log(`\n— ${name}`)
  const start = performance.now()
  const { passed, failures } = await run().catch((error: unknown) => ({ passed: 0, failures: [String(error)] }))
  summary.seconds[name] = Math.round((performance.now() - start) / 1000)
  summary.tally.passed += passed
  summary.tally.failed += failures.length
  summary.failures.push(...failures.map((failure) => `${name}: ${failure}`))
}

await runOther('Lighthouse', async () => {
  const { passed, misses } = await runLighthouse({ timed: false })
  return { passed, failures: misses }
})
await runOther('mutants', async () => {
  const { killed, survived } = await runShort()
  return { passed: killed, failures: survived.map((mutant) => `no test notices ${mutant}`) }
})
if (canBuildImage()) await runOther('image', runImage)
close(summary)
