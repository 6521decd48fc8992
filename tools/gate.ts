// `npm run gate`: everything that is proven. `--after-test`: only what `npm test` does not run; its summary is read from
// FOJA_TEST_SUMMARY and added to the closing line.
import { parseArgs } from 'node:util'
import { runShort } from './mutation/groups.ts'
import { close, runRound, takeSummary, type Round } from './rounds.ts'
import { runTests } from './test.ts'

const onADatabase = ['apps/server', 'packages/db', 'packages/jobs', 'packages/testing']

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
console.log('\n— mutants')
const start = performance.now()
const { killed, survived } = await runShort()
summary.seconds['mutants'] = Math.round((performance.now() - start) / 1000)
summary.tally.passed += killed
summary.tally.failed += survived.length
summary.failures.push(...survived.map((mutant) => `no test notices the mutant ${mutant}`))
close(summary)
