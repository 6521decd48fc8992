import { createTestAuthority } from '@foja/testing/ca'
import { makePdf } from '@foja/testing/pdfs'
import type { PdfOptions } from '@foja/testing/pdfs'
import { makeTestSigner, renderFirstPage, runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { describe, expect, it } from 'vitest'
import { PadesError } from './errors.ts'
import { fieldsOf } from './pdf/fields.ts'
import { readPdf } from './pdf/file.ts'
import { sign } from './sign.ts'
import type { SignOptions } from './sign.ts'
import { verify } from './verify.ts'

// Files that somebody has signed, certified or prepared before: whatever is appended must leave that as it was.

const authority = createTestAuthority({ keyType: 'p256' })
const { signer, root } = makeTestSigner({ authority })
const other = makeTestSigner({ authority, name: 'Otra Persona' }).signer
const facts: SignOptions = { signingTime: new Date(), reason: 'Apruebo', location: 'Quito' }
const rectangle = { page: 1, x: 40, y: 50, width: 176, height: 69 }
const hasTools = hasValidator('pdfsig') && hasValidator('qpdf')

function expectKept(before: Uint8Array, after: Uint8Array, count: number): void {
  expect(Buffer.from(after.subarray(0, before.length)).equals(before)).toBe(true)
  const report = verify(after, { anchors: [root], now: new Date() })
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

describe.each(bases)('%s', (_, options) => {
  it('signed before: the first signature stays whole under two more', async () => {
    const first = (await sign(makePdf(options), other, { ...facts, rectangle })).pdf
    const second = (await sign(first, signer, { ...facts, rectangle: { ...rectangle, y: 200 } })).pdf
    expectKept(first, second, 2)
    expectKept(second, (await sign(second, other, facts)).pdf, 3)
  })

  it.each([2, 3] as const)('certified with P %i: the field that was prepared is filled', async (certify) => {
    const emptyField = { name: 'Firma', rect: [100, 100, 300, 180] }
    const certified = (await sign(makePdf({ ...options, emptyField }), other, { ...facts, certify })).pdf
    const filled = (await sign(certified, signer, { ...facts, fieldName: 'Firma', appearance: { kind: 'qr' } })).pdf
    expectKept(certified, filled, 2)
  })

  it.runIf(hasValidator('pdftoppm'))('a signature that is not seen leaves every pixel', async () => {
    const first = (await sign(makePdf(options), other, { ...facts, rectangle })).pdf
    const second = (await sign(first, signer, facts)).pdf
    expect(renderFirstPage(second)!.pixels.equals(renderFirstPage(first)!.pixels)).toBe(true)
  })
})

describe('prepared fields', () => {
  it.each([
    ['merged', {}],
    ['apart', { widgetApart: true }],
    ['without a widget', { withoutWidget: true }],
  ])('%s, in an encrypted file too', async (_, more) => {
    const emptyField = { name: 'Firma', rect: [100, 100, 300, 180], ...more }
    for (const options of [{}, { encryption: { mode: 'aes-256' }, xref: 'stream' }] as PdfOptions[]) {
      const pdf = makePdf({ ...options, emptyField, rotate: 90, cropBox: [50, 60, 500, 700] })
      const signed = await sign(pdf, signer, { ...facts, fieldName: 'Firma', appearance: { kind: 'qr' } })
      expect(verify(signed.pdf, { anchors: [root], now: new Date() }).summary).toBe('valid')
      expect(fieldsOf(readPdf(signed.pdf)).map(({ name }) => name)).toEqual(['Firma'])
    }
  })
})

describe('what is told apart', () => {
  const refusalOf = async (options: PdfOptions): Promise<unknown> => {
    try {
      await sign(makePdf(options), signer, facts)
    } catch (error) {
      if (error instanceof PadesError) return [error.code, error.detail?.reason]
      throw error
    }
    return 'signed'
  }

  it('a dynamic XFA form is not signed, one beside a form is', async () => {
    expect(await refusalOf({ form: 'direct', xfa: 'dynamic' })).toEqual(['pdf_forbids_signing', 'xfa'])
    expect(await refusalOf({ form: 'direct', xfa: 'hybrid' })).toBe('signed')
  })

  it('a file that needs a password, and one whose owner forbids', async () => {
    expect(await refusalOf({ encryption: { mode: 'aes-256', userPassword: 'x' } })).toEqual([
      'pdf_encrypted',
      'password',
    ])
    expect(await refusalOf({ encryption: { mode: 'aes-128', permissions: -1340 } })).toEqual([
      'pdf_forbids_signing',
      'encryption',
    ])
  })

  it('encrypting or decrypting after a signature is a modification', async () => {
    const { pdf } = await sign(makePdf({ encryption: { mode: 'aes-128' } }), signer, facts)
    const file = readPdf(pdf)
    const at = pdf.length
    const text = `7 0 obj\nnull\nendobj\nxref\n7 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<< /Size ${file.nextNumber} /Root 1 0 R /Prev ${file.startxref} >>\nstartxref\n${at + 20}\n%%EOF\n`
    const stripped = Buffer.concat([pdf, Buffer.from(text)])
    expect(() => verify(stripped, { anchors: [root], now: new Date() })).toThrow('pdf_signed_and_damaged')
  })
})

it('50 MB: prefix, verdict and validators', async () => {
  const pdf = makePdf({ ballast: 50_000_000, pages: 2 })
  const signed = await sign(pdf, signer, { ...facts, rectangle })
  expectKept(pdf, signed.pdf, 1)
})
