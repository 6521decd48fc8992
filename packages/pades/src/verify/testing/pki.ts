import { createHash } from 'node:crypto'
import { makeCertificate, type CertificateOptions, type TestCertificate } from '@foja/testing/ca'
import { encodeExtension } from '@foja/testing/certificate-encoding'
import { makeOcspResponse, type OcspAnswer, readOcspRequest } from '@foja/testing/pki-services-ocsp'
import type { RevocationReason } from '@foja/testing/pki-services-crl'
import {
  makeTimestampToken,
  readTimestampRequest,
  timestampResponse,
  type TokenOptions,
} from '@foja/testing/pki-services-tsa'
import { type Certificate, parseCertificate } from '../../certificate.ts'
import { signedAttributes, signedData } from '../../cms/build.ts'
import { element, oid, sequence, setOf } from '../../cms/der.ts'
import { Oid } from '../../cms/oids.ts'
import { children, encodingOf, readNode } from '../../cms/read-der.ts'
import { keySigner } from '../../key-signer.ts'
import { signAtLevel, type Level, type LevelServices } from '../../levels.ts'
import { type Fetcher, NetworkError } from '../../net/fetcher.ts'
import { parseOcspResponse } from '../../ocsp/response.ts'
import type { RevocationMaterial } from '../../revocation.ts'
import type { SignOptions } from '../../sign.ts'
import { type VerifyOptions, verify } from '../../verify.ts'
import { newWorkBudget } from '../../work-budget.ts'
import { examine } from '../examine.ts'
import { coveredDigest, withCms } from './signing.ts'

/** An authority with a responder and a timestamp authority in the same process: no sockets, and a settable clock. */

export const DAY = 86_400_000
export const at = (days: number): Date => new Date(Date.UTC(2026, 1, 1, 9, 30) + days * DAY)

export type Pki = ReturnType<typeof createPki>

export const certificateOf = ({ certificate }: TestCertificate): Certificate => parseCertificate(certificate)

const OCSP = 'http://pki.test/ocsp'
const timeStamping = encodeExtension('2.5.29.37', true, sequence(oid('1.3.6.1.5.5.7.3.8')))

/** The responder's answer for a serial number; default good. */
type Revoked = Map<string, { revokedAt: Date; reason?: RevocationReason }>

export function createPki() {
  const state = { now: at(0), down: false, token: {} as Partial<TokenOptions> }
  const revoked: Revoked = new Map()
  const asked: string[] = []
  const years = { notBefore: at(-1000), notAfter: at(7000) }
  const root = makeCertificate({ commonName: 'Raíz', keyType: 'p256', isCa: true, ...years })
  const middle = makeCertificate({
    commonName: 'Entidad',
    keyType: 'p256',
    isCa: true,
    issuer: root,
    ocspUrl: `${OCSP}/root`,
    ...years,
  })
  const issue = (options: CertificateOptions): TestCertificate =>
    makeCertificate({ keyType: 'p256', issuer: middle, now: at(0), ocspUrl: `${OCSP}/middle`, ...options })
  const newTsa = (options: Partial<CertificateOptions> = {}): TestCertificate =>
    issue({ commonName: 'Sellos', keyUsage: ['digitalSignature'], extensions: [timeStamping], ...options })
  const tsa = { current: newTsa() }

  const answerFor = (serial: string, issuer: TestCertificate, more: Partial<OcspAnswer> = {}): OcspAnswer => {
    const found = revoked.get(serial)
    const thisUpdate = state.now
    const nextUpdate = new Date(state.now.getTime() + DAY)
    return { serial, issuer, status: found ? 'revoked' : 'good', ...found, thisUpdate, nextUpdate, ...more }
  }
  const fetcher: Fetcher = async (request) => {
    asked.push(request.url)
    if (state.down) throw new NetworkError('unreachable', 'pki.test')
    const body = request.body ?? new Uint8Array()
    if (request.url.endsWith('/tsa')) {
      const { hash, digest, nonce } = readTimestampRequest(body)
      const imprint = { hash, digest }
      const token = makeTimestampToken({ tsa: tsa.current, imprint, genTime: state.now, nonce, ...state.token })
      return { status: 200, contentType: 'application/timestamp-reply', body: timestampResponse(token) }
    }
    const issuer = request.url.endsWith('/root') ? root : middle
    const answers = [answerFor(readOcspRequest(body).serial, issuer)]
    const response = makeOcspResponse({ answers, signer: issuer, certificates: [], producedAt: state.now })
    return { status: 200, contentType: 'application/ocsp-response', body: response }
  }
  const services: LevelServices = {
    fetcher,
    tsa: { url: 'http://pki.test/tsa' },
    anchors: [certificateOf(root)],
    now: () => state.now,
    wait: async () => {},
  }
  const signerOf = (person: TestCertificate) =>
    keySigner({
      privateKey: person.privateKey,
      certificate: certificateOf(person),
      chain: person.chain.map(parseCertificate),
    })
  const sign = async (pdf: Uint8Array, person: TestCertificate, level: Level, options: Partial<SignOptions> = {}) => {
    const signed = await signAtLevel(pdf, signerOf(person), { signingTime: state.now, level, ...options }, services)
    return Buffer.concat([pdf, signed.tail])
  }
  /** An OCSP answer for the signer as adbe-revocationInfoArchival (ISO 32000-2 §12.8.3.3.2), as Acrobat embeds it. */
  const signWithAnswer = async (pdf: Uint8Array, person: TestCertificate, about = person): Promise<Uint8Array> => {
    const signed = await sign(pdf, person, 'B-B', { contentsSize: 16_000 })
    const certificate = certificateOf(person)
    const answers = [answerFor(certificateOf(about).serialNumber, middle)]
    const ocsp = makeOcspResponse({ answers, signer: middle, certificates: [], producedAt: state.now })
    const archival = sequence(element(0xa1, sequence(ocsp)))
    const plain = signedAttributes({ contentDigest: coveredDigest(signed), certificate, hash: 'sha256' })
    const own = sequence(oid(Oid.revocationInfoArchival), setOf([archival]))
    const attributes = setOf([...children(readNode(plain)).map(encodingOf), own])
    const signer = signerOf(person)
    const signature = await signer.signDigest(createHash('sha256').update(attributes).digest(), 'sha256', attributes)
    const more = { certificate, chain: signer.chain, hash: 'sha256', algorithm: 'ecdsa' } as const
    return withCms(signed, signedData({ signedAttributes: attributes, signature, ...more }))
  }
  /** The responder's current answers for certificates of the intermediate. */
  const evidenceOf = (...about: TestCertificate[]): RevocationMaterial => {
    const answers = about.map((one) => answerFor(certificateOf(one).serialNumber, middle))
    const der = makeOcspResponse({ answers, signer: middle, certificates: [], producedAt: state.now })
    return { ocsps: [parseOcspResponse(der)], crls: [], certificates: [] }
  }
  return {
    state,
    asked,
    evidenceOf,
    signWithAnswer,
    root,
    middle,
    tsa,
    issue,
    newTsa,
    answerFor,
    services,
    signerOf,
    sign,
    revoke: (person: TestCertificate, revokedAt: Date, reason?: RevocationReason) =>
      void revoked.set(certificateOf(person).serialNumber, { revokedAt, reason }),
    check: (pdf: Uint8Array, now: Date, more: Partial<VerifyOptions> = {}) =>
      verify(pdf, { anchors: services.anchors, now, ...more }),
    /** Verifies, and counts the steps of work. */
    workOf: (pdf: Uint8Array, now: Date) => {
      const budget = newWorkBudget()
      let steps = 0
      const spend = (count: number): void => {
        steps += count
        budget.spend(count)
      }
      const { report } = examine(pdf, { anchors: services.anchors, now }, { spend })
      return { report, steps }
    },
  }
}
