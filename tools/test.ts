// `npm test`: checks, unit and web tests, integration on the embedded database and again on PostgreSQL, and the path of
// a person in Chromium. Closes with one line, «N passed, N failed», and a status that follows it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './check.ts'
import { runTool } from './run.ts'

type Tally = { passed: number; failed: number; skipped: number }

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

function runVitest(round: (typeof rounds)[number], folder: string): Tally {
  console.log(`\n— ${round.name}`)
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const args = ['run', ...round.args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const status = runTool('vitest/vitest.mjs', args, { env: round.env })
  try {
    const read = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>
    const failed = read['numFailedTests'] ?? 0
    const skipped = (read['numPendingTests'] ?? 0) + (read['numTodoTests'] ?? 0)
    // A file that cannot load, or an error outside a test, fails the run without failing a test: count it.
    return { passed: read['numPassedTests'] ?? 0, failed: status !== 0 && failed === 0 ? 1 : failed, skipped }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

const folder = mkdtempSync(join(tmpdir(), 'foja-test-'))
const total: Tally = { ...runChecks(), skipped: 0 }
for (const round of rounds) {
  const tally = runVitest(round, folder)
  total.passed += tally.passed
  total.failed += tally.failed
  total.skipped += tally.skipped
}
rmSync(folder, { recursive: true })
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed > 0 ? 1 : 0)
