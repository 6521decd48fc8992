// `npm run whole`: what takes longer than the gate may: the screens in every colour, language, role and device; each
// call of the screens failing in six ways; the integration tests entirely on PostgreSQL and, where Swift is installed, on an S3 store; Lighthouse with its goals.
import { hasSwift } from '@foja/testing/swift'
import { runLighthouse } from './lighthouse.ts'
import { close, emptySummary, runOther, runRound, type Round } from './rounds.ts'

const integration = ['--project', 'integration']

const rounds: Round[] = [
  { name: 'every screen', args: ['--project', 'journeys', '--project', 'e2e'], env: { FOJA_WHOLE: '1' }, reruns: true },
  { name: 'every failure of every call', args: ['--project', 'slow web'], reruns: false },
  { name: 'integration on PostgreSQL', args: integration, env: { FOJA_TEST_DATABASE: 'postgres' }, reruns: true },
  ...(hasSwift()
    ? [{ name: 'integration on an S3 store', args: integration, env: { FOJA_TEST_STORE: 's3' }, reruns: true }]
    : []),
]

const summary = emptySummary()
for (const round of rounds) runRound(round, summary)
await runOther(summary, 'Lighthouse', runLighthouse)
close(summary)
