import type { Certificate } from '../certificate.ts'
import { parseCertificates } from '../certificate.ts'
import { parseCrl, type Crl } from '../crl/crl.ts'
import { PadesError } from '../errors.ts'
import { sameBytes } from '../cms/der.ts'
import { ocspRequest } from '../ocsp/request.ts'
import type { OcspRequestInput } from '../ocsp/request.ts'
import { parseOcspResponse } from '../ocsp/response.ts'
import type { OcspResponse } from '../ocsp/response.ts'
import { NetworkError, hostOf } from './fetcher.ts'
import type { Fetcher, FetchReply, FetchRequest } from './fetcher.ts'

const maxOcsp = 256 * 1024
/** National authorities publish lists of several megabytes, the largest about thirty. */
const maxCrl = 32 * 1024 * 1024
const maxIssuers = 1024 * 1024

/** Fetches and parses; every failure becomes `revocation_unavailable` with reason and host. */
async function ask<T>(fetcher: Fetcher, request: FetchRequest, read: (reply: FetchReply) => T): Promise<T> {
  const host = hostOf(request.url)
  const unavailable = (detail: Record<string, unknown>): PadesError =>
    new PadesError('revocation_unavailable', { host, ...detail })
  try {
    const reply = await fetcher(request)
    if (reply.status !== 200) throw unavailable({ reason: 'http_status', status: reply.status })
    return read(reply)
  } catch (error) {
    if (error instanceof NetworkError) throw unavailable({ reason: error.code, host: error.host })
    if (!(error instanceof PadesError) || error.code === 'revocation_unavailable') throw error
    // 'revocation_refused' contains the responder's own reason: tryLater, unauthorized…
    throw unavailable({ reason: error.code, answer: error.detail?.['reason'] })
  }
}

/** A returned nonce must be ours; pre-produced answers have none (RFC 8954 §2.2). */
function withNonce(response: OcspResponse, nonce: Uint8Array | undefined): OcspResponse {
  const isAnothers = nonce && response.nonce && !sameBytes(nonce, response.nonce)
  if (isAnothers) throw new PadesError('revocation_refused', { reason: 'nonce_mismatch' })
  return response
}

/**
 * Queries a responder about one certificate (RFC 6960 appendix A.1). Mostly without a nonce: responders of authorities
 * serve pre-produced answers (RFC 5019), and what counts is the time of the answer.
 *
 * @throws PadesError 'revocation_unavailable' { reason, host }
 */
export function fetchOcsp(url: string, question: OcspRequestInput, fetcher: Fetcher): Promise<OcspResponse> {
  const request: FetchRequest = {
    url,
    method: 'POST',
    body: ocspRequest(question),
    contentType: 'application/ocsp-request',
    accept: 'application/ocsp-response',
    maxBytes: maxOcsp,
  }
  return ask(fetcher, request, ({ body }) => withNonce(parseOcspResponse(body), question.nonce))
}

/**
 * Fetches a revocation list, DER or PEM, of at most `room` bytes.
 *
 * @throws PadesError 'revocation_unavailable' { reason, host }
 */
export const fetchCrl = (url: string, fetcher: Fetcher, room: number): Promise<Crl> =>
  ask(fetcher, { url, method: 'GET', maxBytes: Math.min(maxCrl, room) }, ({ body }) => parseCrl(body))

/**
 * Fetches the certificates of an issuer (caIssuers, RFC 5280 §4.2.2.1): DER, PEM or PKCS#7.
 *
 * @throws PadesError 'revocation_unavailable' { reason, host }
 */
export const fetchIssuers = (url: string, fetcher: Fetcher): Promise<readonly Certificate[]> =>
  ask(fetcher, { url, method: 'GET', maxBytes: maxIssuers }, ({ body }) => parseCertificates(body))
