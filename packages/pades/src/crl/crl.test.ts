import { createTestAuthority } from '@foja/testing/ca'
import { encodeCrlEntry, issuingDistributionPoint, makeCrl, unknownExtension } from '@foja/testing/pki-services-crl'
import { extension } from '@foja/testing/pki-services-der'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCertificate } from '../certificate.ts'
import { element, sequence } from '../cms/der.ts'
import { children, encodingOf, readNode } from '../cms/read-der.ts'
import { serialText } from '../cms/values.ts'
import { checkRevocation } from '../revocation.ts'
import { crlEntry, parseCrl } from './crl.ts'

const now = new Date('2026-06-15T12:00:00Z')
const authority = createTestAuthority({ keyType: 'p256', now })
const { intermediate } = authority
const issuer = parseCertificate(intermediate.certificate)
const revokedAt = new Date('2026-05-01T00:00:00Z')
const base = { issuer: intermediate, thisUpdate: now, nextUpdate: new Date('2026-06-22T12:00:00Z') }

describe('parseCrl', () => {
  it('reads the header of a list and no entry', () => {
    const crl = parseCrl(makeCrl({ ...base, entries: [{ serial: '0A', revokedAt }] }))
    expect(crl).toMatchObject({ kind: 'crl', thisUpdate: now, nextUpdate: base.nextUpdate, keepsExpiredSince: null })
    expect(crl.authorityKeyId).toBe(issuer.subjectKeyId)
    expect(crl.scope).toMatchObject({ onlyUsers: false, names: null })
    expect(parseCrl(makeCrl({ ...base, nextUpdate: null, bare: true })).nextUpdate).toBeNull()
  })

  it('reads PEM', () => {
    const der = makeCrl(base)
    const body = Buffer.from(der).toString('base64').replaceAll(/.{64}/g, '$&\r\n')
    const pem = `issuer: Authority\r\n-----BEGIN X509 CRL-----\r\n${body}\r\n-----END X509 CRL-----\r\n`
    expect(Buffer.from(parseCrl(Buffer.from(pem)).der).equals(der)).toBe(true)
    expect(() => parseCrl(Buffer.from('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'))).toThrow(
      'revocation_damaged',
    )
  })

  it.each([
    ['delta', [extension('2.5.29.27', Uint8Array.of(2, 1, 1), true)]],
    ['indirect', [issuingDistributionPoint({ indirect: true })]],
    ['with an unknown critical extension', [unknownExtension(true)]],
  ])('refuses lists that are %s', (_, extensions) => {
    expect(() => parseCrl(makeCrl({ ...base, extensions }))).toThrow('revocation_unsupported')
  })

  it('refuses damage: another inner algorithm, trailing bytes, an HTML page', () => {
    const der = makeCrl(base)
    const [list, , signature] = children(readNode(der)).map(encodingOf)
    const swapped = sequence(list ?? der, sequence(element(0x06, Uint8Array.of(42, 3))), signature ?? der)
    for (const bytes of [swapped, Buffer.concat([der, Buffer.of(0)]), Buffer.from('<html>'), new Uint8Array()])
      expect(() => parseCrl(bytes)).toThrow('revocation_damaged')
  })
})

describe('crlEntry', () => {
  it('finds serials by value, and reads reason and dates', () => {
    const invalidSince = new Date('2026-04-01T00:00:00Z')
    const crl = parseCrl(
      makeCrl({
        ...base,
        entries: [
          { serial: '01', revokedAt },
          { serial: 'F00102', revokedAt, reason: 'keyCompromise', invalidSince },
          // longer than 127 octets: another form of length
          { serial: '02', revokedAt, extensions: [extension('1.2.3.4', element(0x04, new Uint8Array(200)))] },
          { serial: '03', revokedAt: new Date('2061-01-01T00:00:00Z') },
        ],
      }),
    )
    expect(crlEntry(crl, '01')).toEqual({ revokedAt, reason: null, invalidSince: null, unusable: false })
    expect(crlEntry(crl, 'F00102')).toEqual({ revokedAt, reason: 'keyCompromise', invalidSince, unusable: false })
    expect(crlEntry(crl, '02')).toMatchObject({ revokedAt })
    expect(crlEntry(crl, '03')?.revokedAt.getUTCFullYear()).toBe(2061)
    for (const absent of ['00', '0102', 'F001', '04']) expect(crlEntry(crl, absent)).toBeNull()
    expect(crlEntry(parseCrl(makeCrl(base)), '01')).toBeNull()
  })

  it.each([
    ['something else', Uint8Array.of(4, 1, 1)],
    ['an entry without a serial', sequence(element(0x17, Buffer.from('260101000000Z')))],
    ['a serial that runs past its entry', sequence(Uint8Array.of(2, 9, 1))],
    ['an entry that runs past the list', Uint8Array.of(0x30, 0x20, 2, 1, 9)],
  ])('refuses %s', (_, rawEntries) => {
    const crl = parseCrl(makeCrl({ ...base, rawEntries }))
    expect(() => crlEntry(crl, '01')).toThrow('revocation_damaged')
  })

  it('finds existing serials and no others, for any serials', () => {
    const serials = fc.uniqueArray(
      fc.uint8Array({ minLength: 1, maxLength: 20 }).map((octets) => serialText(octets)),
      { minLength: 1, maxLength: 30 },
    )
    const property = fc.property(serials, ([absent = '', ...present]) => {
      const crl = parseCrl(makeCrl({ ...base, entries: present.map((serial) => ({ serial, revokedAt })) }))
      for (const serial of present) expect(crlEntry(crl, serial)).toMatchObject({ revokedAt })
      expect(crlEntry(crl, absent)).toBeNull()
    })
    fc.assert(property, { numRuns: 200, seed: 5280 })
  })

  it('finds one among half a million, without copying them', () => {
    const count = 500_000
    const model = encodeCrlEntry({ serial: '7F00000000000000000000000000000000', revokedAt, reason: 'superseded' })
    const rawEntries = new Uint8Array(model.length * count)
    const view = new DataView(rawEntries.buffer)
    for (let i = 0; i < count; i++) {
      rawEntries.set(model, i * model.length)
      // the last four of the seventeen octets of the serial
      view.setUint32(i * model.length + 2 + 2 + 13, i)
    }
    const der = makeCrl({ ...base, rawEntries })
    const before = process.memoryUsage()
    const crl = parseCrl(der)
    const serial = `7F${'00'.repeat(12)}${(count - 1).toString(16).padStart(8, '0')}`.toUpperCase()
    expect(crlEntry(crl, serial)).toMatchObject({ reason: 'superseded' })
    const person = parseCertificate(authority.issue({ commonName: 'Ana', keyType: 'p256' }).certificate)
    const status = checkRevocation(person, issuer, { ocsps: [], crls: [crl], certificates: [] }, { at: now, now })
    expect(status.status).toBe('good')
    const after = process.memoryUsage()
    const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers
    expect(grown).toBeLessThan(der.length)
  })
})
