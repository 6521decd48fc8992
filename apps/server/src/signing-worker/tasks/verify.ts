import type { Certificate } from '@foja/pades/certificate'
import type { Fetcher } from '@foja/pades/net/fetcher'
import { createHttpFetcher } from '@foja/pades/net/http-fetcher'
import {
  verify,
  type VerificationReport,
  type VerifyOptions,
  type Modification,
  type SignatureReport,
} from '@foja/pades/verify'
import { verifyOnline } from '@foja/pades/verify-online'
import { explainWith } from '@foja/pades/explain'
import { shownName } from '@foja/pades/distinguished-name'
import { createCircuitBreakerFetcher } from '../circuit-breaker-fetcher.ts'
import { answer, readSource, type EngineAnswer } from '../answer.ts'
import type { EngineVerification, IssuersTask, NetworkRules, VerifyTask, EngineReport } from '../protocol.ts'
import { sharedCache } from './level-services.ts'
import { parseAuthorities } from '../parse-authorities.ts'
import { markTime } from '../../texts/marked-times.ts'

const nameOf = (certificate: Certificate) => shownName(certificate.subject)

function presentSigner({ signer, certificate }: SignatureReport): EngineReport['signer'] {
  if (signer === null || certificate === null) return null
  return {
    name: signer.name,
    serial: signer.serial,
    issuer: signer.issuer,
    identificacion: certificate.subject.serialNumber ?? null,
    valid_from: certificate.notBefore.toISOString(),
    valid_to: certificate.notAfter.toISOString(),
    key_type: certificate.keyType,
    fingerprint: certificate.fingerprint,
  }
}

/** The known issuers above the signer. */
function presentChain({ chain }: SignatureReport, anchors: ReadonlySet<string>): EngineReport['chain'] {
  return chain.slice(1).map((certificate) => ({
    nombre: nameOf(certificate),
    organizacion: certificate.subject.organization ?? null,
    pais: certificate.subject.country ?? null,
    fingerprint: certificate.fingerprint,
    valid_to: certificate.notAfter.toISOString(),
    anchor: anchors.has(certificate.fingerprint),
  }))
}

/** A commitment type as the API writes it: `proofOfApproval` becomes `proof_of_approval`; an OID stays. */
const presentCommitment = (type: string) => type.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const presentRectangle = (place: Modification['rectangle']) =>
  place ? { x: place.x, y: place.y, width: place.width, height: place.height } : null

const presentChange = (change: Modification) => ({
  kind: change.kind,
  page: change.page ?? null,
  object: change.object ?? null,
  rectangle: presentRectangle(change.rectangle),
  field: change.field ?? null,
  before: change.before ?? null,
  after: change.after ?? null,
  by: change.by ?? null,
  at: change.at?.toISOString() ?? null,
})

/** Presents a signature report for the API. `anchors`: fingerprints of the trusted certificates. */
function presentReport(report: SignatureReport, anchors: ReadonlySet<string>): EngineReport {
  return {
    field: report.field,
    kind: report.kind,
    indication: report.indication,
    subindication: report.subindication,
    signer: presentSigner(report),
    chain: presentChain(report, anchors),
    level: report.level,
    signed_at: report.signed_at?.toISOString() ?? null,
    claimed_at: report.claimed_at?.toISOString() ?? null,
    time_source: report.time_source,
    timestamps: report.timestamps.map((stamp) => ({ ...stamp, time: stamp.time.toISOString() })),
    ...(report.signatureId === undefined ? {} : { signature_id: report.signatureId }),
    integrity: report.integrity === 'intact',
    covers_whole_file: report.coversWholeFile,
    signed_bytes: report.signedBytes === 0 ? null : report.signedBytes,
    modified_after: report.modifiedAfter,
    modifications: report.modifications.map(presentChange),
    additions: report.additions.map(presentChange),
    visual: report.coversWholeFile
      ? { result: 'whole', reason: null, pages_compared: 0 }
      : { result: 'not_compared', reason: 'not_asked', pages_compared: 0 },
    trusted: report.trusted,
    revocation: report.revocation,
    revocation_source: report.revocation_source,
    revoked_at: report.revoked_at?.toISOString() ?? null,
    reason: report.reason ?? null,
    location: report.location ?? null,
    ...(report.commitment === undefined ? {} : { commitment: presentCommitment(report.commitment) }),
    page: report.page ?? null,
    rectangle: presentRectangle(report.rectangle),
    warnings: report.warnings,
    explanation: { es: explainWith(report, 'es', markTime), en: explainWith(report, 'en', markTime) },
  }
}

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
