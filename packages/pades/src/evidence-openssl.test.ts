import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestAuthority, type TestCertificate, type TestKeyType } from '@foja/testing/ca'
import { encodeExtension } from '@foja/testing/certificate-encoding'
import { makeCrl } from '@foja/testing/pki-services-crl'
import { makeOcspResponse } from '@foja/testing/pki-services-ocsp'
import { makeTimestampToken, type TokenOptions, timestampResponse } from '@foja/testing/pki-services-tsa'
import { hasValidator } from '@foja/testing/validators'
import { afterAll, describe, expect, it } from 'vitest'
import { parseCertificate } from './certificate.ts'
import { oid, sequence } from './cms/der.ts'
import { parseCrl } from './crl/crl.ts'
import { ocspRequest } from './ocsp/request.ts'
import { parseOcspResponse } from './ocsp/response.ts'
import { checkRevocation } from './revocation.ts'
import { timestampRequest } from './tsp/request.ts'
import { readTimestampResponse } from './tsp/response.ts'
import { parseTimestampToken, timestampProblems } from './tsp/token.ts'

/** Both directions: OpenSSL reads our output, and we read OpenSSL's. */

const folder = mkdtempSync(join(tmpdir(), 'foja-evidence-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const now = new Date(Math.floor(Date.now() / 1000) * 1000)
const authority = createTestAuthority({ now })
const { intermediate, root } = authority
const person = authority.issue({ commonName: 'Ana' })
const certificate = parseCertificate(person.certificate)
const issuer = parseCertificate(intermediate.certificate)
const stamped = Buffer.from('valor de la firma')
const nonce = Uint8Array.of(0x91, 2, 3, 4, 5, 6, 7, 8)

const file = (name: string): string => join(folder, name)

const put = (name: string, content: Uint8Array | string): void => writeFileSync(file(name), content)

const pem = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`

const keyOf = ({ privateKey }: TestCertificate): string => String(privateKey.export({ type: 'pkcs8', format: 'pem' }))

/** Runs a command line in the folder. Exit code first, then the output of both streams. */
function openssl(line: string): string {
  const done = spawnSync('openssl', line.split(' '), { encoding: 'utf8', cwd: folder })
  return `${done.status} ${done.stdout}${done.stderr}`
}

put('root.pem', pem(root.certificate))
put('intermediate.pem', pem(intermediate.certificate))
put('person.pem', pem(person.certificate))

const makeTsa = (keyType: TestKeyType): TestCertificate =>
  authority.issue({
    commonName: 'Sello de Tiempo',
    keyType,
    keyUsage: ['digitalSignature'],
    extensions: [encodeExtension('2.5.29.37', true, sequence(oid('1.3.6.1.5.5.7.3.8')))],
  })

const reply = 'ts -reply -config tsa.cnf -queryfile request.tsq -inkey tsa.key -signer tsa.pem -out reply.tsr'

type Digest = 'sha256' | 'sha384' | 'sha512'

const requestFor = (hash: Digest): Uint8Array =>
  timestampRequest({ digest: createHash(hash).update(stamped).digest(), hash, nonce })

/** An OpenSSL authority: `ess_cert_id_alg = sha1` writes the old signing-certificate, like FreeTSA. */
const tsaConfiguration = (essHash: string, digest: string): string => `
[tsa]
default_tsa = here
[here]
serial = ${file('serial')}
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
signer_digest = ${digest}
accuracy = secs:1, millisecs:500, microsecs:100
ordering = yes
tsa_name = yes
ess_cert_id_chain = yes
ess_cert_id_alg = ${essHash}
`

describe.runIf(hasValidator('openssl'))('timestamps and openssl ts', () => {
  it.each<[Digest, TestKeyType, Partial<TokenOptions>]>([
    ['sha256', 'rsa2048', {}],
    ['sha512', 'rsa4096', { signingCertificate: 'v1', plainRsa: true }],
    ['sha384', 'p384', { accuracy: { seconds: 1, millis: 200 } }],
  ])('accepts the request and the token with %s by %s', (hash, keyType, options) => {
    const tsa = makeTsa(keyType)
    put('request.tsq', requestFor(hash))
    expect(openssl('ts -query -in request.tsq -text')).toMatch(
      new RegExp(`^0 [^]*Hash Algorithm: ${hash}[^]*Nonce: 0x9102030405060708\\nCertificate required: yes`),
    )
    const imprint = { hash, digest: createHash(hash).update(stamped).digest() }
    put('reply.tsr', timestampResponse(makeTimestampToken({ tsa, genTime: now, imprint, nonce, hash, ...options })))
    const verified = openssl('ts -verify -in reply.tsr -queryfile request.tsq -CAfile root.pem')
    expect(verified).toContain('Verification: OK')
  })

  it.each<[Digest, TestKeyType, string, string]>([
    ['sha256', 'rsa2048', 'sha256', 'sha256'],
    ['sha512', 'rsa4096', 'sha1', 'sha512'],
    ['sha384', 'p256', 'sha384', 'sha384'],
    ['sha256', 'p521', 'sha1', 'sha256'],
  ])('makes valid tokens over %s by %s', (hash, keyType, essHash, digest) => {
    const tsa = makeTsa(keyType)
    put('request.tsq', requestFor(hash))
    put('serial', '0A\n')
    put('tsa.cnf', tsaConfiguration(essHash, digest))
    put('tsa.key', keyOf(tsa))
    put('tsa.pem', pem(tsa.certificate))
    const made = openssl(`${reply} -chain intermediate.pem`)
    expect(made).toMatch(/^0 /)
    const response = readTimestampResponse(readFileSync(file('reply.tsr')))
    expect(response).toMatchObject({ status: 0, failure: [] })
    const token = parseTimestampToken(response.token ?? new Uint8Array())
    expect(timestampProblems(token, { stamped, nonce })).toEqual([])
    expect(token).toMatchObject({ hash, policy: '1.2.3.4.1', serial: '0B', accuracyMs: 1500.1 })
    expect(Math.abs(token.genTime.getTime() - Date.now())).toBeLessThan(60_000)
    expect(token.cms.signingCertificate?.version).toBe(essHash === 'sha1' ? 1 : 2)
    expect(token.certificates).toHaveLength(2)
  })

  it('reports a refusal that we understand', () => {
    const tsa = makeTsa('p256')
    put('request.tsq', requestFor('sha512'))
    put('serial', '0A\n')
    put('tsa.cnf', tsaConfiguration('sha256', 'sha256').replace('digests = sha256, sha384, sha512', 'digests = sha256'))
    put('tsa.key', keyOf(tsa))
    put('tsa.pem', pem(tsa.certificate))
    openssl(reply)
    const response = readTimestampResponse(readFileSync(file('reply.tsr')))
    expect(response).toMatchObject({ status: 2, failure: ['badAlg'], token: null })
    expect(response.statusText).toContain('not supported')
  })
})

describe.runIf(hasValidator('openssl'))('OCSP and openssl ocsp', () => {
  function answerOfOpenssl(line: string, parameters = '') {
    put('index.txt', `${line}\t${certificate.serialNumber}\tunknown\t/CN=Ana\n`)
    put('request.der', ocspRequest({ certificate, issuer, nonce }))
    put('issuer.key', keyOf(intermediate))
    const signing = '-CA intermediate.pem -rsigner intermediate.pem -rkey issuer.key'
    const done = openssl(
      `ocsp -index index.txt ${signing} -reqin request.der -respout response.der -ndays 1${parameters}`,
    )
    expect(done).toMatch(/^0 /)
    return parseOcspResponse(readFileSync(file('response.der')))
  }

  it('answers our request with a valid answer', () => {
    const response = answerOfOpenssl('V\t350101000000Z\t')
    expect(response.nonce).toEqual(nonce)
    const material = { ocsps: [response], crls: [], certificates: [] }
    const when = { at: new Date(), now: new Date() }
    expect(checkRevocation(certificate, issuer, material, when)).toMatchObject({ status: 'good', problems: [] })
    expect(readFileSync(file('response.der')).equals(response.der)).toBe(true)
  })

  it('answers with a revocation, its reason and by key', () => {
    const response = answerOfOpenssl('R\t350101000000Z\t260101000000Z,keyCompromise', ' -resp_key_id -rmd sha512')
    const material = { ocsps: [response], crls: [], certificates: [] }
    const status = checkRevocation(certificate, issuer, material, { at: new Date('2026-02-01'), now: new Date() })
    expect(status).toMatchObject({ status: 'revoked', reason: 'keyCompromise', revokedAt: new Date('2026-01-01') })
  })

  it.each(['good', 'revoked'] as const)('reads our responses: %s', (status) => {
    const answer = { serial: certificate.serialNumber, issuer: intermediate, status, revokedAt: now, thisUpdate: now }
    const responder = authority.issue({ commonName: 'OCSP', keyType: 'p256', extendedKeyUsage: ['1.3.6.1.5.5.7.3.9'] })
    put('response.der', makeOcspResponse({ answers: [answer], signer: responder, producedAt: now, byName: true }))
    const trust = '-CAfile root.pem -verify_other intermediate.pem'
    const read = openssl(`ocsp -respin response.der -issuer intermediate.pem -cert person.pem ${trust} -no_nonce`)
    expect(read).toContain('Response verify OK')
    expect(read).toContain(`: ${status}`)
  })
})

describe.runIf(hasValidator('openssl'))('lists and openssl crl', () => {
  it('reads and verifies ours', () => {
    const entries = [{ serial: certificate.serialNumber, revokedAt: now, reason: 'keyCompromise' as const }]
    const nextUpdate = new Date(now.getTime() + 86_400_000)
    put('list.crl', makeCrl({ issuer: intermediate, entries, thisUpdate: now, nextUpdate }))
    const read = openssl('crl -in list.crl -inform DER -CAfile intermediate.pem -noout -text')
    expect(read).toContain('verify OK')
    expect(read).toContain(`Serial Number: ${certificate.serialNumber}`)
    expect(read).toContain('Key Compromise')
  })

  it.each(['DER', 'PEM'])('makes valid lists in %s', (form) => {
    put('index.txt', `R\t350101000000Z\t260101000000Z,superseded\t${certificate.serialNumber}\tunknown\t/CN=Ana\n`)
    put('crlnumber', '07\n')
    put('issuer.key', keyOf(intermediate))
    put(
      'ca.cnf',
      `[ca]\ndefault_ca=here\n[here]\ndatabase=${file('index.txt')}\ncrlnumber=${file('crlnumber')}\ndefault_md=sha384\n`,
    )
    const made = openssl(
      'ca -gencrl -config ca.cnf -keyfile issuer.key -cert intermediate.pem -crldays 3 -out made.pem',
    )
    expect(made).toMatch(/^0 /)
    openssl(`crl -in made.pem -outform ${form} -out made.crl`)
    const material = { ocsps: [], crls: [parseCrl(readFileSync(file('made.crl')))], certificates: [] }
    const ask = (at: Date) => checkRevocation(certificate, issuer, material, { at, now: new Date() })
    expect(ask(new Date())).toMatchObject({ status: 'revoked', reason: 'superseded', problems: [] })
    expect(ask(new Date('2025-12-31'))).toMatchObject({ status: 'good', revokedAt: new Date('2026-01-01') })
  })
})
