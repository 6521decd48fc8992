import type { Certificate } from '@foja/pades/certificate'
import type { Fetcher } from '@foja/pades/net/fetcher'
import { createHttpFetcher } from '@foja/pades/net/http-fetcher'
import { verify, type VerificationReport, type VerifyOptions } from '@foja/pades/verify'
import { verifyOnline } from '@foja/pades/verify-online'
import { createCircuitBreakerFetcher } from '../circuit-breaker-fetcher.ts'
import { answer, readSource, type EngineAnswer } from '../answer.ts'
import type { EngineVerification, IssuersTask, NetworkRules, VerifyTask } from '../protocol.ts'
import { sharedCache } from './level-services.ts'
import { parseAuthorities } from '../parse-authorities.ts'
import { presentReport } from './present-report.ts'

/** Short, as a user waits for the page: the last request starts within three seconds and ends within three more. */
const limits = { timeoutMs: 3000, deadlineMs: 3000, maxQuestions: 20 }

let viewNetwork: { privateHosts: string; fetcher: ReturnType<typeof createCircuitBreakerFetcher> } | undefined

/** The fetcher for views of documents, with its cache, kept per thread. */
function viewFetcher({ privateHosts, refresh }: VerifyTask & NetworkRules): Fetcher {
  const key = privateHosts.join(' ')
  if (viewNetwork?.privateHosts !== key) {
    const options = { allowPrivate: privateHosts, timeoutMs: limits.timeoutMs, retries: 0 }
    viewNetwork = { privateHosts: key, fetcher: createCircuitBreakerFetcher(createHttpFetcher(options)) }
  }
  return refresh ? viewNetwork.fetcher.again : viewNetwork.fetcher
}

async function verifySource(task: VerifyTask & NetworkRules, options: VerifyOptions): Promise<VerificationReport> {
  const pdf = await readSource(task.source)
  if (!task.online) return verify(pdf, options)
  const { deadlineMs, maxQuestions } = limits
  const services = { fetcher: viewFetcher(task), ...(task.refresh ? {} : { cache: sharedCache() }) }
  return await verifyOnline(pdf, options, { ...services, deadlineMs, maxQuestions })
}

/** Verifies every signature of a file; online, it asks the authorities for missing validation data. */
export async function verifyTask(task: VerifyTask & NetworkRules): Promise<EngineAnswer<EngineVerification>> {
  return await answer(async () => {
    const anchors = parseAuthorities(task.anchors)
    const timestampAnchors = parseAuthorities(task.timestampAnchors ?? task.anchors)
    const intermediates = parseAuthorities(task.intermediates)
    const trust = { anchors, timestampAnchors, intermediates }
    const report = await verifySource(task, { ...trust, now: new Date(task.now), password: task.password })
    const printsOf = (some: Certificate[]) => new Set(some.map(({ fingerprint }) => fingerprint))
    const trusted = { signature: printsOf(anchors), timestamp: printsOf(timestampAnchors) }
    const signatures = report.signatures.map((one) =>
      presentReport(one, one.kind === 'timestamp' ? trusted.timestamp : trusted.signature),
    )
    return { summary: report.summary, signatures }
  })
}

/** The issuers above the signers of a file. Signatures that are not intact are skipped: their issuers prove nothing. */
export async function issuersTask(task: IssuersTask): Promise<EngineAnswer<Uint8Array[]>> {
  return await answer(async () => {
    const { signatures } = verify(await readSource(task.source), { anchors: [], now: new Date(task.now) })
    const intact = signatures.filter(({ integrity }) => integrity === 'intact')
    const issuers = intact.flatMap(({ chain }) => chain.slice(1))
    return [...new Map(issuers.map(({ fingerprint, der }) => [fingerprint, der])).values()]
  })
}
