import { parseCertificate } from '@foja/pades/certificate'
import { buildChain } from '@foja/pades/chain'
import type { Fetcher } from '@foja/pades/net/fetcher'
import { createHttpFetcher } from '@foja/pades/net/http-fetcher'
import { limitFetcher } from '@foja/pades/net/limited-fetcher'
import { preflight, type PreflightInput, type PreflightLine } from '@foja/pades/preflight'
import { checkRevocation, type RevocationStatus } from '@foja/pades/revocation'
import { collectValidationData } from '@foja/pades/validation-data'
import { answer, type EngineAnswer } from '../answer.ts'
import type { NetworkRules } from '../protocol.ts'
import { sharedCache } from './level-services.ts'
import { parseAuthorities } from '../parse-authorities.ts'
import type { PreflightTask } from '../sign-protocol.ts'

/** Short, as a user waits for the page: a slower authority counts as one that does not answer. */
const timeoutMs = 4000
/** The certificates, and so the addresses in them, come with the request: limits how many are asked. */
const limits = { maxQuestions: 20, deadlineMs: 8000 }

/** Asks the authority for the certificate's revocation status; null when the certificate names no address. */
async function ask(input: Omit<PreflightInput, 'revocation'>, fetcher: Fetcher): Promise<RevocationStatus | null> {
  const { certificate, chain, anchors, now } = input
  if (certificate.ocspUrls.length + certificate.crlUrls.length === 0) return null
  const nothing = { certificates: [], ocsps: [], crls: [] }
  const services = { fetcher, anchors, now: () => now, cache: sharedCache() }
  const subject = { certificate, certificates: chain, at: now }
  // Failures show in the status.
  const material = await collectValidationData(subject, services, nothing, () => {})
  const known = [...chain, ...material.certificates]
  const issuer = buildChain(certificate, known, [...anchors], now).path[1]
  return issuer === undefined ? null : checkRevocation(certificate, issuer, material, { at: now, now })
}

/** Checks whether a certificate may sign at a level. */
export async function preflightTask(task: PreflightTask & NetworkRules): Promise<EngineAnswer<PreflightLine[]>> {
  return await answer(async () => {
    const { level, tsa, privateHosts } = task
    const input = {
      certificate: parseCertificate(task.certificate),
      chain: [...task.chain.map((der) => parseCertificate(der)), ...parseAuthorities(task.intermediates)],
      anchors: parseAuthorities(task.anchors),
      level,
      now: new Date(task.now),
      tsa,
    }
    const fetcher = createHttpFetcher({ allowPrivate: privateHosts, timeoutMs, retries: 0, userAgent: 'Foja' })
    return preflight({ ...input, revocation: await ask(input, limitFetcher(fetcher, limits)) })
  })
}
