import { randomBytes } from 'node:crypto'
import type { Certificate } from './certificate.ts'
import type { Crl } from './crl/crl.ts'
import { PadesError } from './errors.ts'
import type { Fetcher } from './net/fetcher.ts'
import { fetchCrl, fetchOcsp } from './net/revocation-client.ts'
import type { ValidationCache } from './net/validation-cache.ts'
import type { OcspResponse } from './ocsp/response.ts'
import { checkRevocation, isIssuedSince } from './revocation.ts'
import type { RevocationStatus } from './revocation.ts'

/** The network that is asked, and what need not be asked again. */
export type RevocationServices = {
  fetcher: Fetcher
  cache?: ValidationCache
  /**
   * Evidence that its author may have chosen: when it is older than the moment asked for, the authority is asked all the
   * same, since it may know of a revocation that had not been told of yet. What does not answer leaves it as it is.
   */
  doubted?: ReadonlySet<OcspResponse | Crl>
  /** Waits so many milliseconds, for a responder whose clock is a little behind. Without it nothing waits. */
  wait?: (ms: number) => Promise<void>
}

/** Evidence that is known; what is fetched is added. `pool`: certificates of responders. */
export type Evidence = { pool: readonly Certificate[]; ocsps: OcspResponse[]; crls: Crl[] }

export type Question = {
  certificate: Certificate
  issuer: Certificate
  at: Date
  now: Date
  /** Evidence that the certificate is good must be issued at or after this time; null: it must be current at `at`. */
  since: Date | null
}

/** What is known of a certificate after asking, and why some question got no answer of use. */
export type Answered = RevocationStatus & { failures: Record<string, unknown>[] }

/** Certificates with many pointers to the same thing do not occur. */
const maxUrls = 4
/** Bytes of lists for one file: a stranger's certificates may point to any number of large ones. */
const maxLists = 64 * 1024 * 1024
/** Clocks of responders that are synchronised at all are closer than this to that of a timestamp authority. */
const maxLag = 10_000

/** The addresses of a certificate that can be asked, the first few. */
export const webUrls = (urls: readonly string[]): string[] =>
  urls.filter((url) => /^https?:/i.test(url)).slice(0, maxUrls)

const newestOf = ({ responses }: OcspResponse): number =>
  Math.max(...responses.map(({ thisUpdate }) => thisUpdate.getTime()))

/** True if nobody need be asked any more. */
function isSettled(
  { status, reason, thisUpdate, evidence }: RevocationStatus,
  question: Question,
  using: RevocationServices,
) {
  if (status === 'unknown') return false
  // a suspension may have been lifted since, every other revocation is for ever
  if (status === 'revoked' && reason !== 'certificateHold') return true
  const isDoubted = evidence !== null && using.doubted?.has(evidence) === true
  return !isDoubted || (thisUpdate !== null && thisUpdate >= question.at)
}

/** An answer that was made before `since` may be a prepared one: the nonce asks for one that is made now. */
async function fetchFreshOcsp(url: string, question: Question, using: RevocationServices): Promise<OcspResponse[]> {
  const first = await fetchOcsp(url, question, using.fetcher)
  const lag = question.since ? Math.floor(question.since.getTime() / 1000) * 1000 - newestOf(first) : 0
  if (lag <= 0) return [first]
  if (lag <= maxLag) await using.wait?.(lag)
  try {
    return [first, await fetchOcsp(url, { ...question, nonce: randomBytes(16) }, using.fetcher)]
  } catch (error) {
    // responders that refuse the nonce have given their answer already
    if (error instanceof PadesError) return [first]
    throw error
  }
}

async function fetchFreshCrl(url: string, room: number, question: Question, using: RevocationServices): Promise<Crl> {
  const kept = using.cache?.crl(url, question.now)
  const isFresh = kept && (question.since === null || isIssuedSince(kept.thisUpdate, question.since))
  return isFresh ? kept : await fetchCrl(url, using.fetcher, Math.max(0, room))
}

/** What is known of a certificate; then OCSP is asked, then lists, until one of them settles it. */
export async function fetchRevocation(
  question: Question,
  evidence: Evidence,
  using: RevocationServices,
): Promise<Answered> {
  const { certificate, issuer, at, now, since } = question
  const { ocsps, crls } = evidence
  const check = (): RevocationStatus =>
    checkRevocation(
      certificate,
      issuer,
      { ocsps, crls, certificates: evidence.pool },
      { at, now, ...(since ? { issuedSince: since } : {}) },
    )
  const questions = [
    ...webUrls(certificate.ocspUrls).map((url) => async () => {
      ocsps.push(...(await fetchFreshOcsp(url, question, using)))
      return check()
    }),
    ...webUrls(certificate.crlUrls).map((url) => async () => {
      const room = maxLists - crls.reduce((sum, { der }) => sum + der.length, 0)
      const crl = await fetchFreshCrl(url, room, question, using)
      crls.push(crl)
      const found = check()
      if (found.evidence === crl) using.cache?.keepCrl(url, crl)
      // what proved nothing takes no room; a list of several certificates proves something about the first
      else crls.splice(crls.indexOf(crl), 1)
      return found
    }),
  ]
  const failures: Record<string, unknown>[] = []
  let status = check()
  for (const ask of questions) {
    if (isSettled(status, question, using)) break
    try {
      status = await ask()
    } catch (error) {
      if (!(error instanceof PadesError)) throw error
      failures.push({ ...error.detail })
    }
  }
  return { ...status, failures }
}
