import { createTestAuthority } from '@foja/testing/ca'
import { makePdf } from '@foja/testing/pdfs'
import type { PdfOptions } from '@foja/testing/pdfs'
import { makeTestSigner, renderFirstPage, runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { describe, expect, it } from 'vitest'
import { PadesError } from './errors.ts'
import { fieldsOf } from './pdf/fields.ts'
import { readPdf } from './pdf/file.ts'
import type { PdfRef } from './pdf/objects.ts'
import { rawValue, rewriteDict } from './pdf/writer.ts'
import { sign } from './sign.ts'
import type { SignOptions } from './sign.ts'
import { verify } from './verify.ts'

// Files that were signed, certified or prepared before: an appended signature must not affect that.

const authority = createTestAuthority({ keyType: 'p256' })
const { signer, trust } = makeTestSigner({ authority })
const other = makeTestSigner({ authority, name: 'Otra Persona' }).signer
const facts: SignOptions = { signingTime: new Date(), reason: 'Apruebo', location: 'Quito' }
const rectangle = { page: 1, x: 40, y: 50, width: 176, height: 69 }
const hasTools = hasValidator('pdfsig') && hasValidator('qpdf')

function expectKept(before: Uint8Array, after: Uint8Array, count: number): void {
  expect(Buffer.from(after.subarray(0, before.length)).equals(before)).toBe(true)
  const report = verify(after, trust())
  expect(report.summary).toBe('valid')
  expect(report.signatures.map(({ modifiedAfter }) => modifiedAfter)).toEqual(
    Array.from({ length: count }, () => false),
  )
  if (!hasTools) return
  const { output } = runValidator('pdfsig', ['-nocert'], after)!
  expect(output.match(/Signature Validation: Signature is Valid\./g) ?? []).toHaveLength(count)
  expect(runValidator('qpdf', ['--check'], after)!.code).toBeLessThanOrEqual(
    runValidator('qpdf', ['--check'], before)!.code,
  )
}

const bases: [string, PdfOptions][] = [
  ['table', {}],
  ['xref stream', { xref: 'stream' }],
  ['hybrid', { xref: 'hybrid' }],
  ['linearized', { xref: 'linearized' }],
  ['updated by others', { updates: 2 }],
  ['leading junk', { junk: 'junk before\n' }],
  ['CR LF, inherited', { lineEnds: '\r\n', inherit: true, rotate: 270 }],
  ['careless tree, xref stream', { carelessTree: true, xref: 'stream' }],
  ['XFA beside the form', { form: 'indirect', xfa: 'hybrid' }],
  ['RC4-40', { encryption: { mode: 'rc4-40' } }],
  ['RC4-128, xref stream', { encryption: { mode: 'rc4-128' }, xref: 'stream' }],
  ['AES-128, hybrid', { encryption: { mode: 'aes-128' }, xref: 'hybrid', form: 'direct' }],
  ['AES-256 older', { encryption: { mode: 'aes-256-r5' } }],
  ['AES-256, xref stream', { encryption: { mode: 'aes-256' }, xref: 'stream', form: 'indirect' }],
]

describe.each(bases)('signing a file that is %s', (_, options) => {
  it('signed before: the first signature stays whole under two more', async () => {
    const first = (await sign(makePdf(options), other, { ...facts, rectangle })).pdf
    const second = (await sign(first, signer, { ...facts, rectangle: { ...rectangle, y: 200 } })).pdf
    expectKept(first, second, 2)
    expectKept(second, (await sign(second, other, facts)).pdf, 3)
  })

  it.each([2, 3] as const)('certified with P %i: fills the prepared field', async (certify) => {
    const emptyField = { name: 'Firma', rect: [100, 100, 300, 180] }
    const certified = (await sign(makePdf({ ...options, emptyField }), other, { ...facts, certify })).pdf
    const filled = (await sign(certified, signer, { ...facts, fieldName: 'Firma', appearance: { kind: 'qr' } })).pdf
    expectKept(certified, filled, 2)
  })

  it.runIf(hasValidator('pdftoppm'))('changes no pixel with an invisible signature', async () => {
    const first = (await sign(makePdf(options), other, { ...facts, rectangle })).pdf
    const second = (await sign(first, signer, facts)).pdf
    expect(renderFirstPage(second)!.pixels.equals(renderFirstPage(first)!.pixels)).toBe(true)
  })
})

describe('signing in prepared fields', () => {
  it.each([
    ['merged', {}],
    ['apart', { widgetApart: true }],
    ['without a widget', { withoutWidget: true }],
  ])('%s, in an encrypted file too', async (_, more) => {
    const emptyField = { name: 'Firma', rect: [100, 100, 300, 180], ...more }
    for (const options of [{}, { encryption: { mode: 'aes-256' }, xref: 'stream' }] as PdfOptions[]) {
      const pdf = makePdf({ ...options, emptyField, rotate: 90, cropBox: [50, 60, 500, 700] })
      const signed = await sign(pdf, signer, { ...facts, fieldName: 'Firma', appearance: { kind: 'qr' } })
      expect(verify(signed.pdf, trust()).summary).toBe('valid')
      expect(fieldsOf(readPdf(signed.pdf)).map(({ name }) => name)).toEqual(['Firma'])
    }
  })
})

describe('signing distinguishes', () => {
  const refusalOf = async (options: PdfOptions): Promise<unknown> => {
    try {
      await sign(makePdf(options), signer, facts)
    } catch (error) {
      if (error instanceof PadesError) return [error.code, error.detail?.reason]
      throw error
    }
    return 'signed'
  }

  it('a dynamic XFA form, which is refused, from one beside a form', async () => {
    expect(await refusalOf({ form: 'direct', xfa: 'dynamic' })).toEqual(['pdf_forbids_signing', 'xfa'])
    expect(await refusalOf({ form: 'direct', xfa: 'hybrid' })).toBe('signed')
  })

  it('a file that needs a password from one whose owner forbids signing', async () => {
    expect(await refusalOf({ encryption: { mode: 'aes-256', userPassword: 'x' } })).toEqual([
      'pdf_encrypted',
      'password',
    ])
    expect(await refusalOf({ encryption: { mode: 'aes-128', permissions: -1340 } })).toEqual([
      'pdf_forbids_signing',
      'encryption',
    ])
  })

  /** A later save with one object of the given body, under a trailer with these entries. */
  const updated = (pdf: Uint8Array, number: number, body: string, entries: string): Buffer => {
    const file = readPdf(pdf)
    const object = `${number} 0 obj\n${body}\nendobj\n`
    const table = `xref\n${number} 1\n${String(pdf.length).padStart(10, '0')} 00000 n \n`
    const trailer = `trailer\n<< /Size ${file.nextNumber} /Root 1 0 R /Prev ${file.startxref} ${entries} >>\n`
    const end = `startxref\n${pdf.length + object.length}\n%%EOF\n`
    return Buffer.concat([pdf, Buffer.from(object + table + trailer + end, 'latin1')])
  }

  it('another encryption after a signature, which is a modification', async () => {
    const { pdf } = await sign(makePdf({ encryption: { mode: 'aes-128' } }), signer, facts)
    const judged = (bytes: Uint8Array) => verify(bytes, trust())
    expect(() => judged(updated(pdf, 3, 'null', ''))).toThrow('pdf_signed_and_damaged')
    const clear = (await sign(makePdf(), signer, facts)).pdf
    expect(() => judged(updated(clear, 3, '<< /Filter /Standard >>', '/Encrypt 3 0 R'))).toThrow(
      'pdf_signed_and_damaged',
    )
    // the same key, and every stream read unencrypted: pages show other content, though no byte of them changed
    const file = readPdf(pdf)
    const encrypt = file.trailer.get('Encrypt') as PdfRef
    const dict = rewriteDict(file.dict(encrypt)!, { StmF: '/Identity' })
    const id = rawValue(file.trailer, 'ID')
    const swapped = judged(updated(pdf, encrypt.number, dict, `/Encrypt ${encrypt.number} 0 R /ID ${id} /Info 3 0 R`))
    expect(swapped.summary).toBe('invalid')
    expect(swapped.signatures[0]!.modifications).toContainEqual({ kind: 'trailer_changed', key: 'Encrypt' })
  })
})

it('a large file: 50 MB keep prefix, verdict and validators', async () => {
  const pdf = makePdf({ ballast: 50_000_000, pages: 2 })
  const signed = await sign(pdf, signer, { ...facts, rectangle })
  expectKept(pdf, signed.pdf, 1)
})
