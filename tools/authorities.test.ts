import { parseCertificate } from '@foja/pades/certificate'
import { makeCertificate, type CertificateOptions, type TestCertificate } from '@foja/testing/ca'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readFolder } from './authorities.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foja-authorities-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const make = (commonName: string, options: Partial<CertificateOptions> = {}) =>
  makeCertificate({ commonName, keyType: 'p256', isCa: true, ...options })
const root = make('Raíz')

type Line = { certificate: TestCertificate; kind?: string; confidence?: string; notes?: string; country?: string }

function rowOf({ certificate, kind = 'root', confidence = 'confirmed', notes = '', country = 'EC' }: Line): string {
  const { fingerprint, subject } = parseCertificate(certificate.certificate)
  const found = '`one/repository:a.pem`; `two/repository:b.pem`'
  const cells = [country, subject.commonName, kind, '2040-01-01', 'EC', fingerprint, 2, found, confidence, notes]
  return `| ${cells.join(' | ')} |`
}

function write(lines: Line[], table = lines.map(rowOf)): void {
  const pems = lines.map(
    ({ certificate }) =>
      `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate.certificate).toString('base64')}\n-----END CERTIFICATE-----\n`,
  )
  writeFileSync(join(folder, 'ec.pem'), pems.join('\n'))
  writeFileSync(join(folder, 'README.md'), `# Authorities\n\n${table.join('\n')}\n`)
}

describe('the table of shipped authorities', () => {
  it('joins the rows of a certificate, and finds its issuers by key', () => {
    const namesake = make('Raíz')
    const issued = make('Sellado de Tiempo', { issuer: root })
    write([
      { certificate: root, country: 'PE', notes: 'issued abroad' },
      { certificate: root },
      { certificate: namesake, confidence: 'one source' },
      { certificate: issued, kind: 'intermediate', notes: 'SHA1 signature; expired 2020-01-01' },
    ])
    const [first, second, third] = readFolder(folder).map(({ row }) => row)
    expect(first).toMatchObject({ countries: ['EC', 'PE'], confidence: 'confirmed', sources: 2, purpose: 'general' })
    expect(first?.found_in).toEqual(['one/repository', 'two/repository'])
    expect(second).toMatchObject({ name: 'Raíz', confidence: 'one_source', issuers: [] })
    expect(third).toMatchObject({
      purpose: 'timestamps',
      issuers: [first?.fingerprint],
      notes: ['sha1_signature'],
    })
  })

  it.each<[string, Line, RegExp]>([
    ['a placeholder', { certificate: make('AC PLACEHOLDER') }, /placeholder/],
    ['what is no authority', { certificate: make('Persona', { isCa: false }) }, /not an authority/],
    [
      'an intermediate without its issuer',
      { certificate: make('X', { issuer: root }), kind: 'intermediate' },
      /issuer/,
    ],
    ['another kind than its own', { certificate: make('Y', { issuer: root }) }, /another kind/],
  ])('refuses %s', (_what, line, message) => {
    write([line])
    expect(() => readFolder(folder)).toThrow(message)
  })

  it('refuses a root whose self-signature is invalid', () => {
    const bytes = Uint8Array.from(root.certificate)
    const last = bytes.length - 1
    bytes[last] = bytes[last]! ^ 1
    write([{ certificate: { ...root, certificate: bytes } }])
    expect(() => readFolder(folder)).toThrow(/not signed by its own key/)
  })

  it('refuses a row without a certificate, and a certificate without a row', () => {
    write([{ certificate: root }], [rowOf({ certificate: make('Otra') })])
    expect(() => readFolder(folder)).toThrow(/no certificate has the fingerprint/)
    write([{ certificate: root }], [])
    expect(() => readFolder(folder)).toThrow(/does not name/)
  })
})
