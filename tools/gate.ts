// `npm run gate`: everything that is proven in half an hour; `npm run whole` has the rest. `--after-test`: only what
// `npm test` does not run; its summary is read from FOJA_TEST_SUMMARY and added to the closing line.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { canBuildImage, runImage } from './image.ts'
import { runShort } from './mutation/groups.ts'
import { close, runOther, runRound, takeSummary, type Round } from './rounds.ts'
import { root } from './run.ts'
import { runTests } from './test.ts'

/** Titles of tests whose calls arrive at the same time. */
const atOnce = 'parallel|at once|at the same|concurrent|simultaneous|together|several processes'

/** Files with such a test. */
const filesAtOnce = globSync('apps/server/src/**/*.integration.test.ts', { cwd: root }).filter((path) =>
  new RegExp(`\\bit\\b.*\\b(?:${atOnce})`).test(readFileSync(join(root, path), 'utf8')),
)

const onPostgres = { args: ['--project', 'integration'], env: { FOJA_TEST_DATABASE: 'postgres' }, reruns: true }

const rounds: Round[] = [
  { name: 'slow unit tests', args: ['--project', 'slow'], reruns: false },
  // What can differ on PostgreSQL: the database itself, what each call returns, and calls at the same time.
  {
    ...onPostgres,
    name: 'on PostgreSQL: the database',
    only: ['packages/db', 'packages/jobs', 'packages/testing', 'http/returned-objects'],
  },
  { ...onPostgres, name: 'on PostgreSQL: calls at the same time', only: filesAtOnce, tests: atOnce },
  // Together, so that the end of one does not leave a core idle.
  { name: 'processes and end to end', args: ['--project', 'process', '--project', 'e2e'], reruns: true },
]

const { values } = parseArgs({ options: { 'after-test': { type: 'boolean' } } })
const summary = values['after-test'] ? takeSummary() : await runTests()
for (const round of rounds) runRound(round, summary)

await runOther(summary, 'mutants', async () => {
  const { killed, survived } = await runShort()
  return { passed: killed, failures: survived.map((mutant) => `no test notices ${mutant}`) }
})
if (canBuildImage()) await runOther(summary, 'image', runImage)
close(summary)
