// `npm test`: checks, unit and web tests, integration on the embedded database and again on PostgreSQL, and the path of
// a person in Chromium. With `CI` set, a file in which something failed begins once more, and is told of. Closes with what
// failed by name, one line, «N passed, N failed», and a status that follows it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './check.ts'
import { filesToRunAgain, passedThen, withSecondRun } from './run-again.ts'
import { runVitest, type Tally } from './run-vitest.ts'

const onADatabase = ['apps/server', 'packages/db', 'packages/jobs', 'packages/testing']

type Round = { name: string; args: string[]; only?: string[]; env?: Record<string, string> }

const rounds: Round[] = [
  { name: 'unit and web', args: ['--project', 'unit', '--project', 'web'] },
  { name: 'integration, embedded database', args: ['--project', 'integration'] },
  {
    name: 'integration, PostgreSQL',
    // what does not ask which database it is given runs once
    args: ['--project', 'integration', '--exclude', '**/*.once.integration.test.ts'],
    only: onADatabase,
    env: { FOJA_TEST_DATABASE: 'postgres' },
  },
  { name: 'end to end', args: ['--project', 'e2e'] },
]

const folder = mkdtempSync(join(tmpdir(), 'foja-test-'))
const again: string[] = []
const failures: string[] = []

function runRound({ name, args, only = [], env }: Round): Tally {
  console.log(`\n— ${name}`)
  const report = runVitest([...args, ...only], folder, env)
  failures.push(...report.failures.map((failure) => `${name}: ${failure}`))
  const files = process.env['CI'] ? filesToRunAgain(report) : []
  if (files.length === 0) return report
  console.log(`\n— ${name}, once more: ${files.join(', ')}`)
  const second = runVitest([...args, ...files], folder, env)
  failures.push(...second.failures.map((failure) => `${name}, once more: ${failure}`))
  again.push(...files.map((file) => `${file} ${passedThen(file, second) ? 'passed the second time' : 'failed twice'}`))
  return withSecondRun(report, second)
}

const checks = runChecks()
failures.push(...checks.failures.map((failure) => `checks: ${failure}`))
const total: Tally = { passed: checks.passed, failed: checks.failed, skipped: 0 }
for (const round of rounds) {
  const tally = runRound(round)
  total.passed += tally.passed
  total.failed += tally.failed
  total.skipped += tally.skipped
}
rmSync(folder, { recursive: true })
if (failures.length > 0) console.log('\n— what failed')
for (const line of [...failures, ...again]) console.log(line)
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed > 0 ? 1 : 0)
