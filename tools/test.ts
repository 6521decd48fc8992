// `npm test`: what a developer runs before a commit, in ten minutes on two cores. The gate (tools/gate.ts) adds the rest.
import { runChecks } from './check.ts'
import { close, emptySummary, runRound, type Round } from './rounds.ts'

/** Static checks, and the rounds of `npm test`. */
export async function runTests(): Promise<ReturnType<typeof emptySummary>> {
  const summary = emptySummary()
  const start = performance.now()
  const checks = await runChecks()
  summary.seconds['checks'] = Math.round((performance.now() - start) / 1000)
  summary.tally.passed += checks.passed
  summary.tally.failed += checks.failures.length
  summary.failures.push(...checks.failures.map((name) => `checks: ${name}`))
  const rounds: Round[] = [
    { name: 'unit and web', args: ['--project', 'unit', '--project', 'web', '--project', 'web alone'], reruns: false },
    { name: 'integration', args: ['--project', 'integration'], reruns: true },
    { name: 'journeys in the browser', args: ['--project', 'journeys'], reruns: true },
  ]
  for (const round of rounds) runRound(round, summary)
  return summary
}

if (import.meta.main) close(await runTests())
