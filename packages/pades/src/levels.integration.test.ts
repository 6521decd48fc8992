import { createHash } from 'node:crypto'
import { generateTestKey } from '@foja/testing/ca'
import type { TestCertificate, TestKeyType } from '@foja/testing/ca'
import { openssl, pem, verifyCms } from '@foja/testing/openssl'
import { makePdf } from '@foja/testing/pdfs'
import type { PdfOptions } from '@foja/testing/pdfs'
import { runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { afterAll, describe, expect, it } from 'vitest'
import { parseCertificate } from './certificate.ts'
import { parseCms } from './cms/parse.ts'
import { readNode } from './cms/read-der.ts'
import { completeAtLevel, levelOptions, signAtLevel } from './levels.ts'
import type { Appended, Level } from './levels.ts'
import { parseOcspResponse } from './ocsp/response.ts'
import { fieldsOf } from './pdf/fields.ts'
import { readPdf } from './pdf/file.ts'
import type { PdfFile } from './pdf/file.ts'
import { PdfArray, PdfStream } from './pdf/objects.ts'
import type { PdfDict } from './pdf/objects.ts'
import { prepare } from './prepare.ts'
import { prepareOptions, signPrepared } from './sign.ts'
import { failureOf, openStage, signerOf, verdicts } from '@foja/testing/level-stage'
import { checkSignedRange, coveredBytes } from './verify/byte-range.ts'

const stage = await openStage()
afterAll(() => stage.close())

const levels: Level[] = ['B-B', 'B-T', 'B-LT', 'B-LTA']
const keyTypes: TestKeyType[] = ['rsa2048', 'rsa4096', 'p256', 'p384']
const hashes = ['sha256', 'sha512'] as const
const keys = new Map(keyTypes.map((keyType) => [keyType, generateTestKey(keyType)]))
const matrix = keyTypes.flatMap((keyType) =>
  hashes.flatMap((hash) => levels.map((level) => [keyType, hash, level] as const)),
)
const hasPdfTools = hasValidator('pdfsig') && hasValidator('qpdf')
const hasOpenssl = hasValidator('openssl')

const whole = (pdf: Uint8Array, { tail }: Appended): Buffer => Buffer.concat([pdf, tail])

/** pdfsig does not validate document timestamps, but reports that the last one covers the whole file. */
function expectToolsAgree(pdf: Uint8Array, level: Level): void {
  if (!hasPdfTools) return
  const { output } = runValidator('pdfsig', ['-nocert'], pdf)!
  expect(output.match(/Signature Validation: Signature is Valid\./g) ?? []).toHaveLength(1)
  expect(output.match(/ - Total document signed/g) ?? []).toHaveLength(level === 'B-LT' ? 0 : 1)
  expect(runValidator('qpdf', ['--check'], pdf)!.code).toBe(0)
}

/**
 * mupdf reports timestamps as unsigned and trusts none of our roots: only its result for bytes and signature counts.
 */
function expectMutoolAgrees(pdf: Uint8Array, level: Level): void {
  const { output } = runValidator('mutool', ['sign', '-v'], pdf) ?? { output: '' }
  if (!output.includes('Verifying signature')) return
  const hasRevisions = level === 'B-LT' || level === 'B-LTA'
  expect(output).toContain(
    hasRevisions ? 'The signature is valid but there have been edits' : 'unchanged since signing',
  )
  expect(output).not.toContain('Digest error')
}

/** CMS, token and signed bytes of each signature, for openssl. */
function partsOf(pdf: Uint8Array) {
  const file = readPdf(pdf)
  return fieldsOf(file).map((field) => {
    const dict = file.dict(field.value)!
    const range = checkSignedRange(file, dict)
    if (typeof range === 'string') throw new Error(range)
    return { isTimestamp: field.name.startsWith('DocTimeStamp'), ...range, covered: coveredBytes(pdf, range.range) }
  })
}

/** openssl alone: the signature over the bytes, the timestamp over the signature, the timestamp over the file. */
function expectOpensslAgrees(pdf: Uint8Array, level: Level): void {
  if (!hasOpenssl) return
  const trust = { 'root.pem': pem(stage.root.der), 'issuers.pem': pem(stage.pki.intermediate.certificate) }
  const ts = [
    'ts',
    '-verify',
    '-data',
    'data',
    '-in',
    'token',
    '-token_in',
    '-CAfile',
    'root.pem',
    '-untrusted',
    'issuers.pem',
  ]
  for (const { isTimestamp, contents, covered } of partsOf(pdf)) {
    if (isTimestamp) {
      const token = contents.subarray(0, readNode(contents).end)
      expect(openssl(ts, { ...trust, data: Buffer.concat(covered), token })).toContain('Verification: OK')
      continue
    }
    const cms = parseCms(contents)
    const answer = verifyCms(contents.subarray(0, cms.length), Buffer.concat(covered), trust)
    expect(answer).toContain('CMS Verification successful')
    expect(cms.timestampToken === null).toBe(level === 'B-B')
    if (cms.timestampToken) {
      expect(openssl(ts, { ...trust, data: cms.signature, token: cms.timestampToken })).toContain('Verification: OK')
    }
  }
}

describe('keys, digests and levels', () => {
  it.each(matrix)('%s %s %s', async (keyType, hash, level) => {
    const pdf = makePdf()
    const signer = signerOf(stage.person({ privateKey: keys.get(keyType) }))
    const signingTime = stage.clock.now
    const appended = await signAtLevel(pdf, signer, { level, hash, signingTime }, stage.services())
    expect(appended).toMatchObject({ level, fieldName: 'Signature1' })
    expect(appended.signedAt).toEqual(level === 'B-B' ? null : signingTime)
    expect(appended.timestamp?.trusted ?? null).toBe(level === 'B-B' ? null : true)
    const signed = whole(pdf, appended)
    const report = stage.verify(signed)
    const archive = level === 'B-LTA' ? ['DocTimeStamp1 timestamp TOTAL_PASSED'] : []
    const passed = [`Signature1 ${level} TOTAL_PASSED`, ...archive]
    const isContained = level === 'B-LT' || level === 'B-LTA'
    expect(verdicts(report)).toEqual(isContained ? passed : [`Signature1 ${level} INDETERMINATE TRY_LATER`])
    expect(verdicts(await stage.verifyOnline(signed))).toEqual(passed)
    expect(report.signatures[0]).toMatchObject({
      time_source: level === 'B-B' ? 'claimed' : 'timestamp',
      revocation: isContained ? 'good' : 'not_checked',
      modifications: [],
      algorithms: { digest: hash },
    })
    expectToolsAgree(signed, level)
    expectMutoolAgrees(signed, level)
    expectOpensslAgrees(signed, level)
  })
})

const kinds: [string, PdfOptions][] = [
  ['xref stream', { xref: 'stream' }],
  ['hybrid', { xref: 'hybrid' }],
  ['leading junk', { junk: 'junk before\n' }],
  ['form with indirect fields', { form: 'indirect-fields', annots: 'indirect', xref: 'stream' }],
  ['without a final newline, without ID', { withoutFinalNewline: true, withoutId: true }],
  ['extensions of others', { catalog: '/Extensions << /ADBE << /BaseVersion /1.7 /ExtensionLevel 3 >> >>' }],
  ['updates', { updates: 2, xref: 'stream' }],
]

describe('file structures', () => {
  it.each(kinds)('%s: archived and intact', async (_, options) => {
    const pdf = makePdf(options)
    const signer = signerOf(stage.person())
    const appended = await signAtLevel(pdf, signer, { level: 'B-LTA', signingTime: stage.clock.now }, stage.services())
    const signed = whole(pdf, appended)
    expect(stage.verify(signed)).toMatchObject({ summary: 'valid' })
    expect(stage.verify(signed).signatures[0]!.level).toBe('B-LTA')
    expectToolsAgree(signed, 'B-LTA')
    const extensions = readPdf(signed).dict(readPdf(signed).catalog.get('Extensions'))!
    expect([...extensions.entries.keys()]).toContain('ESIC')
    if ('catalog' in options) expect([...extensions.entries.keys()]).toContain('ADBE')
  })

  it('PDF 2.0 needs no extension', async () => {
    const pdf = Buffer.from(makePdf().toString('latin1').replace('%PDF-1.7', '%PDF-2.0'), 'latin1')
    const options = { level: 'B-LTA', signingTime: stage.clock.now } as const
    const signed = whole(pdf, await signAtLevel(pdf, signerOf(stage.person()), options, stage.services()))
    expect(readPdf(signed).catalog.get('Extensions')).toBeNull()
    expect(stage.verify(signed).summary).toBe('valid')
  })

  it.each([1, 2, 3] as const)(
    'certified with DocMDP %s: validation data and timestamp do not break it',
    async (certify) => {
      const pdf = makePdf()
      const options = { level: 'B-LTA', certify, signingTime: stage.clock.now } as const
      const signed = whole(pdf, await signAtLevel(pdf, signerOf(stage.person()), options, stage.services()))
      const report = stage.verify(signed)
      expect(report.summary).toBe('valid')
      expect(report.signatures[0]).toMatchObject({ kind: 'certification', level: 'B-LTA', modifiedAfter: false })
    },
  )
})

/** Contents of the streams of one list of a dictionary of validation data. */
function streamsOf(file: PdfFile, dict: PdfDict, key: string): Buffer[] {
  const list = file.resolve(dict.get(key))
  const items = list instanceof PdfArray ? list.items.map((item) => file.resolve(item)) : []
  return items.map((item) => (item instanceof PdfStream ? Buffer.from(file.streamData(item)) : Buffer.of()))
}

/** Contents of all streams of the /DSS, in hexadecimal. */
function dssStreams(pdf: Uint8Array): string[] {
  const file = readPdf(pdf)
  const dss = file.dict(file.catalog.get('DSS'))!
  return ['Certs', 'OCSPs', 'CRLs'].flatMap((key) => streamsOf(file, dss, key).map((bytes) => bytes.toString('hex')))
}

describe('validation data (ETSI EN 319 142-1 §5.4.2)', () => {
  const serialOf = ({ certificate }: TestCertificate): string => parseCertificate(certificate).serialNumber
  const signedBy = async (person: TestCertificate): Promise<Buffer> => {
    const pdf = makePdf()
    const options = { level: 'B-LT', signingTime: stage.clock.now } as const
    return whole(pdf, await signAtLevel(pdf, signerOf(person), options, stage.services()))
  }

  it('includes the chains of the signer, the timestamp authority and the responder', async () => {
    const person = stage.person()
    const file = readPdf(await signedBy(person))
    const dss = file.dict(file.catalog.get('DSS'))!
    const { intermediate, tsa, responder, root } = stage.pki
    const ocsps = streamsOf(file, dss, 'OCSPs').map(parseOcspResponse)
    // not of the responder: its certificate is exempt (RFC 6960 §4.2.2.2.1)
    const answered = ocsps.flatMap(({ responses }) => responses.map(({ serial }) => serial))
    expect(answered.toSorted()).toEqual([person, intermediate, tsa].map(serialOf).toSorted())
    const held = new Set(
      [
        ...streamsOf(file, dss, 'Certs'),
        ...ocsps.flatMap(({ certificates }) => certificates.map(({ der }) => der)),
      ].map((der) => Buffer.from(der).toString('hex')),
    )
    for (const { certificate } of [person, intermediate, tsa, responder, root])
      expect(held).toContain(Buffer.from(certificate).toString('hex'))
  })

  it('uses lists where no responder answers, under the SHA-1 of the whole /Contents', async () => {
    stage.pki.behave({ ocsp: 'down' })
    try {
      const pdf = await signedBy(stage.person())
      const file = readPdf(pdf)
      const dss = file.dict(file.catalog.get('DSS'))!
      expect(streamsOf(file, dss, 'OCSPs')).toEqual([])
      const lists = streamsOf(file, dss, 'CRLs')
      expect(lists).toHaveLength(2)
      const key = createHash('sha1').update(partsOf(pdf)[0]!.contents).digest('hex').toUpperCase()
      const vri = file.dict(file.dict(dss.get('VRI'))!.get(key))!
      expect(streamsOf(file, vri, 'CRL')).toEqual(lists)
    } finally {
      stage.pki.behave({ ocsp: 'ok' })
    }
  })
})

describe('several signers', () => {
  it('a second signature, at B-LT, leaves the archived first one unchanged', async () => {
    const pdf = makePdf()
    const signingTime = stage.clock.now
    const first = whole(
      pdf,
      await signAtLevel(pdf, signerOf(stage.person()), { level: 'B-LTA', signingTime }, stage.services()),
    )
    const luis = signerOf(stage.person({ commonName: 'Luis Vega', privateKey: keys.get('rsa2048') }))
    const second = whole(first, await signAtLevel(first, luis, { level: 'B-LT', signingTime }, stage.services()))
    expect(second.subarray(0, first.length).equals(first)).toBe(true)
    const report = stage.verify(second)
    expect(verdicts(report)).toEqual([
      'Signature1 B-LTA TOTAL_PASSED',
      'DocTimeStamp1 timestamp TOTAL_PASSED',
      'Signature3 B-LT TOTAL_PASSED',
    ])
    const streams = dssStreams(second)
    expect(streams.length).toBeGreaterThan(5)
    expect(new Set(streams).size).toBe(streams.length)
    if (hasPdfTools) expect(runValidator('qpdf', ['--check'], second)!.code).toBe(0)
  })
})

describe('an external key', () => {
  it('completes a prepared signature, and refuses a foreign one', async () => {
    const pdf = makePdf()
    const signer = signerOf(stage.person())
    const options = levelOptions({ signingTime: stage.clock.now }, 'B-LTA')
    const prepared = prepare(pdf, prepareOptions(signer, options))
    const cms = await signPrepared(prepared, signer)
    const appended = await completeAtLevel(pdf, prepared, cms, 'B-LTA', stage.services())
    expect(stage.verify(whole(pdf, appended)).signatures[0]!.level).toBe('B-LTA')

    const other = prepare(pdf, prepareOptions(signer, { ...options, reason: 'otra' }))
    const complete = (bytes: Uint8Array, file: Uint8Array = pdf) =>
      failureOf(completeAtLevel(file, prepared, bytes, 'B-T', stage.services()))
    const asked = stage.pki.requests.length
    expect(await complete(await signPrepared(other, signer))).toMatchObject({
      code: 'signature_mismatch',
      detail: { reason: 'digest' },
    })
    expect(await complete(cms, makePdf({ pages: 2 }))).toMatchObject({
      code: 'signature_mismatch',
      detail: { reason: 'file' },
    })
    expect(await complete(Buffer.from('nothing'))).toMatchObject({ code: 'signature_mismatch' })
    const forged = Buffer.from(cms)
    forged[forged.length - 1]! ^= 1
    expect(await complete(forged)).toMatchObject({ code: 'signature_mismatch', detail: { reason: 'value' } })
    expect(stage.pki.requests).toHaveLength(asked)
  })
})
