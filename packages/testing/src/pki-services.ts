import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parseCertificate } from '@foja/pades/certificate'
import { nullElement, oid, sequence } from '@foja/pades/cms/der'
import type { CertificateOptions, TestAuthority, TestCertificate, TestKeyType } from './ca.ts'
import { generateTestKey, makeCertificate } from './ca.ts'
import { encodeExtension } from './certificate-encoding.ts'
import { answerCrl, answerOcsp, type Ledger, type OcspBehaviour, type CrlBehaviour } from './pki-services-revocation.ts'
import type { RevocationReason } from './pki-services-crl.ts'
import { answerTimestamp, type TsaBehaviour } from './pki-services-stamping.ts'
import type { TokenOptions } from './pki-services-tsa.ts'

export type Behaviour = { tsa: TsaBehaviour; ocsp: OcspBehaviour; crl: CrlBehaviour; ca: 'ok' | 'down' }

export type PkiServicesOptions = {
  authority: TestAuthority
  /** The clock of the services; default the real one. */
  now?: Date | (() => Date)
  /** Signer of OCSP responses: a delegate with OCSPSigning and nocheck, or the authority itself. Default 'delegate'. */
  responder?: 'delegate' | 'issuer'
  /** Default 'p256'. */
  tsaKeyType?: TestKeyType
  /** Options of tokens that the request does not determine. */
  token?: Partial<TokenOptions>
  /** Credentials for HTTP Basic; without them the TSA answers 401. */
  tsaCredentials?: { username: string; password: string }
  /** Event that 'slow' waits for before it answers; default 20 ms. */
  slow?: () => Promise<unknown>
}

export type PkiServices = {
  /** http://127.0.0.1:port */
  origin: string
  ocspUrl: string
  /** CRL and certificate of the intermediate. */
  crlUrl: string
  caUrl: string
  tsaUrl: string
  root: TestCertificate
  /** The authority's intermediate (same name and key) with the services' addresses in it. */
  intermediate: TestCertificate
  tsa: TestCertificate
  /** Delegate of the intermediate. */
  responder: TestCertificate
  /** Issues from the intermediate, with the services' addresses in the certificate. */
  issue(options: CertificateOptions): TestCertificate
  /** Revokes a certificate; default time: the clock's present. */
  revoke(certificate: TestCertificate, at?: Date, reason?: RevocationReason): void
  /** Lifts a hold. */
  release(certificate: TestCertificate): void
  /** Received requests, in order; the path includes '?' and the query. */
  requests: { path: string; body: Uint8Array }[]
  behave(behaviour: Partial<Behaviour>): void
  close(): Promise<void>
}

const serialOf = (certificate: TestCertificate): string => parseCertificate(certificate.certificate).serialNumber

async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part as Uint8Array)
  return Buffer.concat(parts)
}

/** The test authority's intermediate has no addresses; this one, with the same name and key, has. */
function withAddresses(authority: TestAuthority, origin: string): TestCertificate {
  const { subject, notBefore, notAfter } = parseCertificate(authority.intermediate.certificate)
  return makeCertificate({
    commonName: subject.commonName ?? '',
    organization: subject.organization,
    country: subject.country,
    privateKey: authority.intermediate.privateKey,
    isCa: true,
    pathLength: 0,
    notBefore,
    notAfter,
    issuer: authority.root,
    ocspUrl: `${origin}/ocsp`,
    crlUrl: `${origin}/crl/root.crl`,
    caIssuerUrl: `${origin}/ca/root.cer`,
  })
}

const ocspSigning = '1.3.6.1.5.5.7.3.9'

function delegateOf(issuer: TestCertificate, now: Date): TestCertificate {
  return makeCertificate({
    commonName: 'Servicio OCSP de Pruebas',
    issuer,
    now,
    privateKey: generateTestKey('p256'),
    keyUsage: ['digitalSignature'],
    extendedKeyUsage: [ocspSigning],
    extensions: [encodeExtension('1.3.6.1.5.5.7.48.1.5', false, nullElement())],
  })
}

type Room = {
  options: PkiServicesOptions
  clock: () => Date
  behaviour: Behaviour
  ledgers: { root: Ledger; intermediate: Ledger }
  tsa: TestCertificate
  wrongTsa: TestCertificate
}

async function answer(room: Room, path: string, body: Uint8Array, request: IncomingMessage, response: ServerResponse) {
  const { behaviour, clock, ledgers, options } = room
  const send = (status: number, type: string, bytes: Uint8Array): void => {
    response.writeHead(status, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
  }
  if (path.startsWith('/ocsp')) return answerOcsp(behaviour.ocsp, Object.values(ledgers), clock(), path, body, response)
  const list = path === '/crl/root.crl' ? ledgers.root : path === '/crl/intermediate.crl' ? ledgers.intermediate : null
  if (list) return answerCrl(behaviour.crl, list, clock(), response)
  const authority =
    path === '/ca/root.cer' ? ledgers.root : path === '/ca/intermediate.cer' ? ledgers.intermediate : null
  if (authority && behaviour.ca === 'down') return void response.socket?.destroy()
  if (authority) return send(200, 'application/pkix-cert', authority.issuer.certificate)
  if (path !== '/tsa') return send(404, 'text/plain', Buffer.from('no such thing'))
  if (behaviour.tsa === 'slow') await (options.slow?.() ?? delay(20))
  const { username, password } = options.tsaCredentials ?? {}
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const refused = options.tsaCredentials !== undefined && request.headers.authorization !== expected
  const tsa = behaviour.tsa === 'wrong_usage' ? room.wrongTsa : room.tsa
  answerTimestamp(refused ? 'unauthorized' : behaviour.tsa, { tsa, now: clock(), token: options.token }, body, response)
}

function makeTsa(issue: PkiServices['issue'], keyType: TestKeyType, purpose: string): TestCertificate {
  return issue({
    commonName: 'Sello de Tiempo de Pruebas',
    keyType,
    keyUsage: ['digitalSignature'],
    extensions: [encodeExtension('2.5.29.37', true, sequence(oid(purpose)))],
  })
}

/**
 * Timestamp authority, OCSP responder, CRLs and issuer certificates of a test authority, over HTTP on 127.0.0.1. They
 * misbehave on demand.
 */
export async function startPkiServices(options: PkiServicesOptions): Promise<PkiServices> {
  const { authority, now = () => new Date() } = options
  const clock = typeof now === 'function' ? now : () => now
  const requests: PkiServices['requests'] = []
  let room: Room | null = null
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const body = await readBody(request)
      const path = request.url ?? '/'
      requests.push({ path, body })
      if (room) await answer(room, path, body, request, response)
    } catch {
      // no answer for an aborted or malformed request
      response.destroy()
    }
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server has no port')
  const origin = `http://127.0.0.1:${address.port}`
  const urls = {
    ocspUrl: `${origin}/ocsp`,
    crlUrl: `${origin}/crl/intermediate.crl`,
    caIssuerUrl: `${origin}/ca/intermediate.cer`,
  }
  const { root } = authority
  const intermediate = withAddresses(authority, origin)
  const issue: PkiServices['issue'] = (request) => authority.issue({ issuer: intermediate, ...urls, ...request })
  const ledgerOf = (issuer: TestCertificate): Ledger => ({
    issuer,
    responder: options.responder === 'issuer' ? issuer : delegateOf(issuer, clock()),
    revoked: new Map(),
  })
  const ledgers = { root: ledgerOf(root), intermediate: ledgerOf(intermediate) }
  const keyType = options.tsaKeyType ?? 'p256'
  const behaviour: Behaviour = { tsa: 'ok', ocsp: 'ok', crl: 'ok', ca: 'ok' }
  const tsa = makeTsa(issue, keyType, '1.3.6.1.5.5.7.3.8')
  room = { options, clock, behaviour, ledgers, tsa, wrongTsa: makeTsa(issue, 'p256', '1.3.6.1.5.5.7.3.3') }
  const ledgerFor = (certificate: TestCertificate): Ledger =>
    certificate.chain[0] === root.certificate ? ledgers.root : ledgers.intermediate
  return {
    origin,
    ocspUrl: urls.ocspUrl,
    crlUrl: urls.crlUrl,
    caUrl: urls.caIssuerUrl,
    tsaUrl: `${origin}/tsa`,
    root,
    intermediate,
    tsa,
    responder: ledgers.intermediate.responder,
    issue,
    revoke: (certificate, at = clock(), reason) => {
      const serial = serialOf(certificate)
      ledgerFor(certificate).revoked.set(serial, { serial, revokedAt: at, reason })
    },
    release: (certificate) => void ledgerFor(certificate).revoked.delete(serialOf(certificate)),
    requests,
    behave: (changes) => void Object.assign(behaviour, changes),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
