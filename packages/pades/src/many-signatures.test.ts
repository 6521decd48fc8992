import { createTestAuthority } from '@foja/testing/ca'
import type { TestKeyType } from '@foja/testing/ca'
import { makePdf } from '@foja/testing/pdfs'
import type { PdfOptions } from '@foja/testing/pdfs'
import { makeTestSigner, runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { expect, it } from 'vitest'
import { fieldsOf } from './pdf/fields.ts'
import { readPdf } from './pdf/file.ts'
import { integerOf } from './pdf/objects.ts'
import { boxOf } from './pdf/pages.ts'
import { sign } from './sign.ts'
import type { SignOptions } from './sign.ts'
import { verify } from './verify.ts'

const authority = createTestAuthority({ keyType: 'p256' })
const keyTypes: TestKeyType[] = ['p256', 'rsa2048', 'p384', 'rsa4096']
const people = keyTypes.map((keyType) => makeTestSigner({ authority, keyType, name: `Persona ${keyType}` }))
const hashes = ['sha256', 'sha512', 'sha384'] as const
const count = 12

/** Every third one with a stamp, the rest invisible; different keys and digests. */
const optionsOf = (index: number): SignOptions => ({
  signingTime: new Date(),
  hash: hashes[index % hashes.length],
  ...(index % 3 === 0 ? { rectangle: { page: 1, x: 40, y: 40 + index * 50, width: 120, height: 40 } } : {}),
})

it.each<[string, PdfOptions]>([
  ['table', { mediaBox: [0, 0, 612, 792] }],
  [
    'xref stream, turned and cropped',
    { xref: 'stream', rotate: 90, cropBox: [10, 10, 820, 580], mediaBox: [0, 0, 842, 595] },
  ],
  ['hybrid, form', { xref: 'hybrid', form: 'indirect', mediaBox: [0, 0, 612, 792] }],
  ['encrypted', { encryption: { mode: 'aes-256' }, xref: 'stream', mediaBox: [0, 0, 612, 792] }],
])('a dozen signatures of different keys stay valid, each a prefix of the next: %s', async (_, options) => {
  const original = makePdf(options)
  let pdf: Uint8Array = original
  const places = new Map<string, unknown>()
  for (let index = 0; index < count; index++) {
    const before = pdf
    const signed = await sign(before, people[index % people.length]!.signer, optionsOf(index))
    pdf = signed.pdf
    expect(Buffer.from(pdf.subarray(0, before.length)).equals(before)).toBe(true)
    const file = readPdf(pdf)
    const own = fieldsOf(file).find(({ name }) => name === signed.fieldName)!
    places.set(signed.fieldName, boxOf(file, own.widgets[0]!.dict.get('Rect')))
  }
  const report = verify(pdf, people[0]!.trust())
  expect(report.summary).toBe('valid')
  expect(report.signatures.map(({ coversRevision }) => coversRevision)).toEqual(
    Array.from({ length: count }, (__, index) => index + report.signatures[0]!.coversRevision),
  )
  expect(report.signatures.flatMap(({ modifications, warnings }) => [...modifications, ...warnings])).toEqual([])
  const file = readPdf(pdf)
  const fields = fieldsOf(file).filter(({ type }) => type === 'Sig')
  expect(new Map(fields.map(({ name, widgets }) => [name, boxOf(file, widgets[0]!.dict.get('Rect'))]))).toEqual(places)
  expect(integerOf(file.dict(file.catalog.get('AcroForm'))!.get('SigFlags'))).toBe(3)
  if (!hasValidator('pdfsig') || !hasValidator('qpdf')) return
  const { output } = runValidator('pdfsig', ['-nocert'], pdf)!
  expect(output.match(/Signature Validation: Signature is Valid\./g) ?? []).toHaveLength(count)
  expect(runValidator('qpdf', ['--check'], pdf)!.code).toBeLessThanOrEqual(
    runValidator('qpdf', ['--check'], original)!.code,
  )
})
