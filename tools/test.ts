// `npm test`: checks, unit and web tests, integration on the embedded database and again on PostgreSQL, and the path of
// a person in Chromium. Closes with one line, «N passed, N failed», and a status that follows it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './check.ts'
import { runVitest, type Tally } from './run-vitest.ts'

const onADatabase = ['apps/server', 'packages/db', 'packages/jobs', 'packages/testing']

const rounds: { name: string; args: string[]; env?: Record<string, string> }[] = [
  { name: 'unit and web', args: ['--project', 'unit', '--project', 'web'] },
  { name: 'integration, embedded database', args: ['--project', 'integration'] },
  {
    name: 'integration, PostgreSQL',
    // what does not ask which database it is given runs once
    args: ['--project', 'integration', '--exclude', '**/*.once.integration.test.ts', ...onADatabase],
    env: { FOJA_TEST_DATABASE: 'postgres' },
  },
  { name: 'end to end', args: ['--project', 'e2e'] },
]

const folder = mkdtempSync(join(tmpdir(), 'foja-test-'))
const total: Tally = { ...runChecks(), skipped: 0 }
for (const round of rounds) {
  console.log(`\n— ${round.name}`)
  const tally = runVitest(round.args, folder, round.env)
  total.passed += tally.passed
  total.failed += tally.failed
  total.skipped += tally.skipped
}
rmSync(folder, { recursive: true })
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed > 0 ? 1 : 0)
