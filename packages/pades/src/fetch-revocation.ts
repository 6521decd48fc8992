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

/** The network, and cached answers. */
export type RevocationServices = {
  fetcher: Fetcher
  cache?: ValidationCache
  /**
   * Evidence chosen by the file's author: if older than the required time, the authority is queried anyway, because it
   * may know of a later revocation. If it does not answer, the evidence stands.
   */
  doubted?: ReadonlySet<OcspResponse | Crl>
  /** Waits for a responder whose clock is slightly behind. Without it there is no waiting. */
  wait?: (ms: number) => Promise<void>
}

/** Known evidence; fetched evidence is added. `pool`: certificates of responders. */
export type Evidence = { pool: readonly Certificate[]; ocsps: OcspResponse[]; crls: Crl[] }

export type RevocationRequest = {
  certificate: Certificate
  issuer: Certificate
  at: Date
  now: Date
  /** Evidence of a good status must be issued at or after this time; null: it must be current at `at`. */
  since: Date | null
}

/** Result for a certificate, and why any request failed. */
export type FetchedRevocation = RevocationStatus & { failures: Record<string, unknown>[] }

/** More pointers to the same data do not occur. */
const maxUrls = 4
/** Total size of lists per file: untrusted certificates may point to any number of large ones. */
const maxLists = 64 * 1024 * 1024
/** Clock difference between synchronised responders and a timestamp authority. */
const maxLag = 10_000

/** The usable URLs of a certificate, the first few. */
export const webUrls = (urls: readonly string[]): string[] =>
  urls.filter((url) => /^https?:/i.test(url)).slice(0, maxUrls)

const newestOf = ({ responses }: OcspResponse): number =>
  Math.max(...responses.map(({ thisUpdate }) => thisUpdate.getTime()))

/** True if no request is needed. */
function isSettled(
  { status, reason, thisUpdate, evidence }: RevocationStatus,
  question: RevocationRequest,
  using: RevocationServices,
) {
  if (status === 'unknown') return false
  // a suspension may have been lifted, every other revocation is permanent
  if (status === 'revoked' && reason !== 'certificateHold') return true
  const isDoubted = evidence !== null && using.doubted?.has(evidence) === true
  return !isDoubted || (thisUpdate !== null && thisUpdate >= question.at)
}

/** An answer from before `since` may be pre-produced: the nonce forces a new one. */
async function fetchFreshOcsp(
  url: string,
  question: RevocationRequest,
  using: RevocationServices,
): Promise<OcspResponse[]> {
  const first = await fetchOcsp(url, question, using.fetcher)
  const lag = question.since ? Math.floor(question.since.getTime() / 1000) * 1000 - newestOf(first) : 0
  if (lag <= 0) return [first]
  if (lag <= maxLag) await using.wait?.(lag)
  try {
    return [first, await fetchOcsp(url, { ...question, nonce: randomBytes(16) }, using.fetcher)]
  } catch (error) {
    // responders that refuse the nonce have already answered
    if (error instanceof PadesError) return [first]
    throw error
  }
}

async function fetchFreshCrl(
  url: string,
  room: number,
  question: RevocationRequest,
  using: RevocationServices,
): Promise<Crl> {
  const kept = using.cache?.crl(url, question.now)
  const isFresh = kept && (question.since === null || isIssuedSince(kept.thisUpdate, question.since))
  return isFresh ? kept : await fetchCrl(url, using.fetcher, Math.max(0, room))
}

/** Checks known evidence, then queries OCSP, then lists, until one settles it. */
export async function fetchRevocation(
  question: RevocationRequest,
  evidence: Evidence,
  using: RevocationServices,
): Promise<FetchedRevocation> {
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
