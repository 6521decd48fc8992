// `npm run gate`: everything that is proven. `--after-test`: only what `npm test` does not run; its summary is read from
// FOJA_TEST_SUMMARY and added to the closing line.
import { parseArgs } from 'node:util'
import { close, runRound, takeSummary, type Round } from './rounds.ts'
import { runTests } from './test.ts'

const onADatabase = ['apps/server', 'packages/db', 'packages/jobs', 'packages/testing']

const rounds: Round[] = [
  { name: 'slow unit tests', args: ['--project', 'slow'], reruns: false },
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
close(summary)
