import { createHash } from 'node:crypto'
import { createTestAuthority } from '@foja/testing/ca'
import { encodeExtension } from '@foja/testing/certificate-encoding'
import { issuingDistributionPoint, makeCrl } from '@foja/testing/pki-services-crl'
import { makeOcspResponse } from '@foja/testing/pki-services-ocsp'
import { makeTimestampToken, timestampResponse } from '@foja/testing/pki-services-tsa'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCertificate } from './certificate.ts'
import { oid, sequence } from './cms/der.ts'
import { crlEntry, parseCrl } from './crl/crl.ts'
import { PadesError } from './errors.ts'
import { parseOcspResponse } from './ocsp/response.ts'
import { checkRevocation } from './revocation.ts'
import { readTimestampResponse } from './tsp/response.ts'
import { parseTimestampToken, timestampProblems } from './tsp/token.ts'

/** Evidence is untrusted: for any octets the outcome is a verdict or a PadesError, in time. */

const now = new Date('2026-06-15T12:00:00Z')
const authority = createTestAuthority({ keyType: 'p256', now })
const { intermediate } = authority
const person = authority.issue({ commonName: 'Ana', keyType: 'p256' })
const tsa = authority.issue({
  commonName: 'Sello',
  keyType: 'p256',
  extensions: [encodeExtension('2.5.29.37', true, sequence(oid('1.3.6.1.5.5.7.3.8')))],
})
const certificate = parseCertificate(person.certificate)
const issuer = parseCertificate(intermediate.certificate)
const serial = certificate.serialNumber
const stamped = Buffer.from('x')

const token = makeTimestampToken({
  tsa,
  genTime: now,
  imprint: { hash: 'sha256', digest: createHash('sha256').update(stamped).digest() },
  nonce: Uint8Array.of(1, 2, 3),
  accuracy: { seconds: 1, millis: 2 },
})
const ocsp = makeOcspResponse({
  answers: [
    { serial, issuer: intermediate, status: 'revoked', revokedAt: now, reason: 'keyCompromise', thisUpdate: now },
  ],
  signer: intermediate,
  producedAt: now,
  nonce: Uint8Array.of(1, 2),
})
const crl = makeCrl({
  issuer: intermediate,
  entries: [{ serial, revokedAt: now, reason: 'keyCompromise', invalidSince: now }],
  thisUpdate: now,
  nextUpdate: now,
  extensions: [issuingDistributionPoint({ url: 'http://crl.example/1.crl', onlyUsers: true })],
})

type Change = { at: number; kind: 'set' | 'cut' | 'insert' | 'drop'; octet: number }

const changes = fc.array(
  fc.record<Change>({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    kind: fc.constantFrom('set', 'set', 'set', 'cut', 'insert', 'drop'),
    octet: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0x00, 0x80, 0x84, 0x30, 0xff, 0x1f, 0x24)),
  }),
  { minLength: 1, maxLength: 4 },
)

function mutate(der: Uint8Array, list: Change[]): Uint8Array {
  const octets = [...der]
  for (const { at, kind, octet } of list) {
    const place = Math.min(octets.length - 1, Math.floor(at * octets.length))
    if (kind === 'set') octets[place] = octet
    else if (kind === 'insert') octets.splice(place, 0, octet)
    else if (kind === 'drop') octets.splice(place, 1)
    else octets.length = Math.max(1, place)
  }
  return Uint8Array.from(octets)
}

/** Runs and accepts only a PadesError as a failure. */
function attempt<T>(run: () => T): T | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof PadesError) return null
    throw error
  }
}

const anchored = { numRuns: 1500, seed: 20_260_615 }

describe('mutated evidence', () => {
  it('as a timestamp is valid only if unchanged', () => {
    fc.assert(
      fc.property(changes, (list) => {
        const der = mutate(token, list)
        const read = attempt(() => parseTimestampToken(der))
        const problems = read && timestampProblems(read, { stamped, nonce: Uint8Array.of(1, 2, 3) })
        if (problems?.length === 0) {
          const untouched = parseTimestampToken(token)
          expect([read?.genTime, read?.imprint, read?.policy]).toEqual([
            untouched.genTime,
            untouched.imprint,
            untouched.policy,
          ])
        }
        attempt(() => readTimestampResponse(mutate(timestampResponse(token), list)))
      }),
      anchored,
    )
  })

  it('as an OCSP response never turns a revocation into good', () => {
    fc.assert(
      fc.property(changes, (list) => {
        const response = attempt(() => parseOcspResponse(mutate(ocsp, list)))
        if (!response) return
        const material = { ocsps: [response], crls: [], certificates: [] }
        expect(checkRevocation(certificate, issuer, material, { at: now, now }).status).not.toBe('good')
      }),
      anchored,
    )
  })

  it('as a CRL never turns a revocation into good', () => {
    fc.assert(
      fc.property(changes, (list) => {
        const read = attempt(() => parseCrl(mutate(crl, list)))
        if (!read) return
        attempt(() => crlEntry(read, serial))
        const material = { ocsps: [], crls: [read], certificates: [] }
        expect(checkRevocation(certificate, issuer, material, { at: now, now }).status).not.toBe('good')
      }),
      anchored,
    )
  })

  it('as random octets is refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        for (const read of [parseTimestampToken, readTimestampResponse, parseOcspResponse, parseCrl])
          attempt(() => read(bytes))
      }),
      anchored,
    )
  })

  it('with unlimited nesting ends in time', () => {
    const deep = Buffer.alloc(200_000)
    for (let i = 0; i < deep.length; i += 2) deep.set([0x30, 0x80], i)
    for (const read of [parseTimestampToken, readTimestampResponse, parseOcspResponse, parseCrl])
      expect(attempt(() => read(deep))).toBeNull()
  })
})
