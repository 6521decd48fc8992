import { PadesError } from './errors.ts'
import type { Fetcher } from './net/fetcher.ts'
import { limitFetcher } from './net/limited-fetcher.ts'
import type { ValidationCache } from './net/validation-cache.ts'
import type { RevocationMaterial } from './revocation.ts'
import { collectValidationData, type ValidationServices } from './validation-data.ts'
import { readValidationMaterial } from './validation-material.ts'
import { examine, type VerifyOptions } from './verify/examine.ts'
import type { OnlineProblem, VerificationReport } from './verify/report.ts'
import type { Subject } from './verify/verification-context.ts'

/** The network, and its limits. */
export type OnlineServices = {
  fetcher: Fetcher
  cache?: ValidationCache
  /** Maximum requests per file; its author chooses the URLs. Default 60. */
  maxQuestions?: number
  /** Milliseconds after which further requests are refused. Default 20,000. */
  deadlineMs?: number
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Properties of the certificates instead of network failures; the verdict reports them. */
const verdicts: ReadonlySet<string> = new Set([
  'certificate_revoked',
  'certificate_expired',
  'certificate_not_yet_valid',
])

const problemOf = ({ code, detail = {} }: PadesError): OnlineProblem => ({
  code,
  subject: text(detail['subject']),
  host: text(detail['host']),
  reason: text(detail['reason']),
})

/** One request per certificate and time, for any number of its signatures. */
function distinct(subjects: readonly Subject[]): Subject[] {
  const keyed = subjects.map(
    (subject) => [`${subject.certificate.fingerprint} ${subject.at.getTime()}`, subject] as const,
  )
  return [...new Map(keyed).values()]
}

/** Fetches missing data for these certificates. Never throws for failures of the network or an authority. */
async function collect(
  subjects: readonly Subject[],
  known: RevocationMaterial & { add(more: RevocationMaterial): void },
  options: VerifyOptions,
  services: OnlineServices & Pick<ValidationServices, 'doubted'>,
): Promise<OnlineProblem[]> {
  const { now } = options
  const problems: OnlineProblem[] = []
  const { doubted, maxQuestions = 60, deadlineMs = 20_000 } = services
  const fetcher = limitFetcher(services.fetcher, { maxQuestions, deadlineMs })
  const using = { fetcher, cache: services.cache, now: () => now, doubted }
  const report = (problem: PadesError): void => {
    if (!verdicts.has(problem.code)) problems.push(problemOf(problem))
  }
  for (const subject of distinct(subjects)) {
    try {
      known.add(await collectValidationData(subject, { ...using, anchors: subject.anchors }, known, report))
    } catch (error) {
      if (!(error instanceof PadesError)) throw error
      report(error)
    }
  }
  const keyed = problems.map((problem) => [JSON.stringify(problem), problem] as const)
  return [...new Map(keyed).values()]
}

/**
 * Verifies like `verify`, then fetches what the file lacks (issuers, OCSP answers, lists) and verifies again. An answer
 * in the file that is older than the required time does not save the request: a thief of a key would include one from
 * before the revocation. Failures are listed in `online`, and the affected signatures report an unknown revocation;
 * they are never exceptions.
 *
 * The URLs come from the file's certificates: the fetcher must refuse private networks.
 *
 * @throws PadesError like `verify`.
 */
export async function verifyOnline(
  pdf: Uint8Array,
  options: VerifyOptions,
  services: OnlineServices,
): Promise<VerificationReport> {
  const { subjects, report } = examine(pdf, options)
  if (subjects.length === 0) return { ...report, online: [] }
  const known = readValidationMaterial(pdf, options.password)
  for (const { embedded } of subjects) known.add({ ...embedded, certificates: [] })
  const inFile: RevocationMaterial = {
    certificates: [...known.certificates],
    ocsps: [...known.ocsps],
    crls: [...known.crls],
  }
  known.add({ certificates: options.intermediates ?? [], ocsps: [], crls: [] })
  if (options.material) known.add(options.material)
  const doubted = new Set([...inFile.ocsps, ...inFile.crls])
  const online = await collect(subjects, known, options, { ...services, doubted })
  const without = <T>(items: readonly T[], own: readonly T[]): T[] => items.filter((item) => !own.includes(item))
  const material: RevocationMaterial = {
    certificates: without(known.certificates, inFile.certificates),
    ocsps: without(known.ocsps, inFile.ocsps),
    crls: without(known.crls, inFile.crls),
  }
  return { ...examine(pdf, { ...options, material }).report, online }
}
