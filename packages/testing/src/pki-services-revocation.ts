import type { ServerResponse } from 'node:http'
import { sameBytes } from '@foja/pades/cms/der'
import { generateTestKey, type TestCertificate } from './ca.ts'
import { type CrlEntryOptions, makeCrl } from './pki-services-crl.ts'
import { digest, keyBitsHash } from './pki-services-der.ts'
import { makeOcspResponse, type OcspQuestion, ocspRefusal, readOcspRequest } from './pki-services-ocsp.ts'

export type OcspBehaviour =
  | 'ok'
  | 'down'
  | 'html'
  | 'try_later'
  | 'unauthorized'
  | 'wrong_certificate'
  | 'stale'
  | 'forged'
  /** Answers 'unknown' for every certificate. */
  | 'unknown'
export type CrlBehaviour = 'ok' | 'down' | 'stale' | 'forged' | 'huge'

/** The records of an authority. */
export type Ledger = {
  issuer: TestCertificate
  responder: TestCertificate
  revoked: Map<string, CrlEntryOptions>
}

const hour = 3_600_000
const day = 24 * hour

const html = Buffer.from('<!doctype html><title>Mantenimiento</title><p>El servicio no está disponible.')

/** The same certificate with another key: its signatures are forged. */
const impostorOf = (certificate: TestCertificate): TestCertificate => ({
  ...certificate,
  privateKey: generateTestKey('p256'),
})

function send(response: ServerResponse, type: string, bytes: Uint8Array): void {
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
}

/** The request is in the body, or in base64 in the path (RFC 6960 appendix A.1). */
function questionOf(path: string, body: Uint8Array): OcspQuestion | null {
  try {
    const inPath = decodeURIComponent(path.slice('/ocsp/'.length))
    return readOcspRequest(body.length > 0 ? body : Buffer.from(inPath, 'base64'))
  } catch {
    return null
  }
}

function ocspBody(behaviour: OcspBehaviour, ledgers: Ledger[], now: Date, question: OcspQuestion | null): Uint8Array {
  if (behaviour === 'try_later') return ocspRefusal(3)
  if (behaviour === 'unauthorized') return ocspRefusal(6)
  const hash = question?.hash
  if (!question || (hash !== 'sha1' && hash !== 'sha256' && hash !== 'sha512')) return ocspRefusal(1)
  const ledger = ledgers.find(({ issuer }) => sameBytes(question.keyHash, keyBitsHash(issuer.privateKey, hash)))
  if (!ledger) return ocspRefusal(6)
  const entry = ledger.revoked.get(question.serial)
  const thisUpdate = new Date(now.getTime() - (behaviour === 'stale' ? 30 * day : 0))
  const { responder } = ledger
  return makeOcspResponse({
    answers: [
      {
        ...entry,
        serial:
          behaviour === 'wrong_certificate'
            ? Buffer.from(digest('sha1', Buffer.from(question.serial)))
                .toString('hex')
                .toUpperCase()
            : question.serial,
        issuer: ledger.issuer,
        status: behaviour === 'unknown' ? 'unknown' : entry ? 'revoked' : 'good',
        thisUpdate,
        nextUpdate: new Date(thisUpdate.getTime() + 12 * hour),
        hash,
      },
    ],
    // 'forged' keeps the responder's certificate without having its key
    signer: behaviour === 'forged' ? impostorOf(responder) : responder,
    byName: behaviour === 'forged',
    certificates: responder === ledger.issuer ? [] : [responder.certificate],
    producedAt: thisUpdate,
    nonce: question.nonce ?? undefined,
  })
}

export function answerOcsp(
  behaviour: OcspBehaviour,
  ledgers: Ledger[],
  now: Date,
  path: string,
  body: Uint8Array,
  response: ServerResponse,
): void {
  if (behaviour === 'down') return void response.socket?.destroy()
  if (behaviour === 'html') return send(response, 'text/html; charset=utf-8', html)
  send(response, 'application/ocsp-response', ocspBody(behaviour, ledgers, now, questionOf(path, body)))
}

/** Zeros without end, until the client gives up. */
function pour(response: ServerResponse): void {
  const block = Buffer.alloc(1 << 20)
  response.writeHead(200, { 'content-type': 'application/pkix-crl' })
  const more = (): void => {
    while (!response.destroyed && response.write(block)) continue
  }
  response.on('drain', more)
  more()
}

export function answerCrl(behaviour: CrlBehaviour, ledger: Ledger, now: Date, response: ServerResponse): void {
  if (behaviour === 'down') return void response.socket?.destroy()
  if (behaviour === 'huge') return pour(response)
  const thisUpdate = new Date(now.getTime() - (behaviour === 'stale' ? 30 * day : 0))
  const crl = makeCrl({
    issuer: ledger.issuer,
    signer: behaviour === 'forged' ? impostorOf(ledger.issuer) : ledger.issuer,
    entries: [...ledger.revoked.values()],
    thisUpdate,
    nextUpdate: new Date(thisUpdate.getTime() + 7 * day),
  })
  send(response, 'application/pkix-crl', crl)
}
