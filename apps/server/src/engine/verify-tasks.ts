import type { Certificate } from '@foja/pades/certificate'
import type { Fetcher } from '@foja/pades/net/fetcher'
import { createHttpFetcher } from '@foja/pades/net/http-fetcher'
import { verify, type VerificationReport, type VerifyOptions } from '@foja/pades/verify'
import { verifyOnline } from '@foja/pades/verify-online'
import { createCautiousFetcher } from './cautious-fetcher.ts'
import { answer, readSource, type EngineAnswer } from './engine-answer.ts'
import type { EngineVerification, IssuersTask, NetworkRules, VerifyTask } from './engine-protocol.ts'
import { sharedCache } from './level-services.ts'
import { parseAuthorities } from './parse-authorities.ts'
import { presentReport } from './present-report.ts'

/** Somebody waits for the page: the last question is put after three seconds and answered within three more. */
const patience = { timeoutMs: 3000, deadlineMs: 3000, maxQuestions: 20 }

let asking: { privateHosts: string; fetcher: ReturnType<typeof createCautiousFetcher> } | undefined

/** The way to the network of views, kept by the thread with what it learnt. */
function viewFetcher({ privateHosts, refresh }: VerifyTask & NetworkRules): Fetcher {
  const key = privateHosts.join(' ')
  if (asking?.privateHosts !== key) {
    const options = { allowPrivate: privateHosts, timeoutMs: patience.timeoutMs, retries: 0 }
    asking = { privateHosts: key, fetcher: createCautiousFetcher(createHttpFetcher(options)) }
  }
  return refresh ? asking.fetcher.again : asking.fetcher
}

async function judge(task: VerifyTask & NetworkRules, options: VerifyOptions): Promise<VerificationReport> {
  const pdf = await readSource(task.source)
  if (!task.online) return verify(pdf, options)
  const { deadlineMs, maxQuestions } = patience
  const services = { fetcher: viewFetcher(task), ...(task.refresh ? {} : { cache: sharedCache() }) }
  return await verifyOnline(pdf, options, { ...services, deadlineMs, maxQuestions })
}

/** Verifies every signature of a file; online, the authorities are asked for what it does not carry. */
export async function verifyTask(task: VerifyTask & NetworkRules): Promise<EngineAnswer<EngineVerification>> {
  return await answer(async () => {
    const anchors = parseAuthorities(task.anchors)
    const timestampAnchors = parseAuthorities(task.timestampAnchors ?? task.anchors)
    const intermediates = parseAuthorities(task.intermediates)
    const trust = { anchors, timestampAnchors, intermediates }
    const report = await judge(task, { ...trust, now: new Date(task.now), password: task.password })
    const printsOf = (some: Certificate[]) => new Set(some.map(({ fingerprint }) => fingerprint))
    const trusted = { signature: printsOf(anchors), timestamp: printsOf(timestampAnchors) }
    const signatures = report.signatures.map((one) =>
      presentReport(one, one.kind === 'timestamp' ? trusted.timestamp : trusted.signature),
    )
    return { summary: report.summary, signatures }
  })
}

/** The authorities above the signers of a file. A signature that does not hold says nothing about its issuers. */
export async function issuersTask(task: IssuersTask): Promise<EngineAnswer<Uint8Array[]>> {
  return await answer(async () => {
    const { signatures } = verify(await readSource(task.source), { anchors: [], now: new Date(task.now) })
    const intact = signatures.filter(({ integrity }) => integrity === 'intact')
    const issuers = intact.flatMap(({ chain }) => chain.slice(1))
    return [...new Map(issuers.map(({ fingerprint, der }) => [fingerprint, der])).values()]
  })
}
