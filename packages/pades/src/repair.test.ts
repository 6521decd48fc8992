import { makePdf } from '@foja/testing/pdfs'
import type { PdfOptions } from '@foja/testing/pdfs'
import { makeTestSigner, renderFirstPage, runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { describe, expect, it } from 'vitest'
import { PadesError } from './errors.ts'
import { fieldsOf } from './pdf/fields.ts'
import { readPdf } from './pdf/file.ts'
import type { PdfFile } from './pdf/file.ts'
import { PdfStream, nameOf, textOf } from './pdf/objects.ts'
import { pagesOf } from './pdf/pages.ts'
import { repairPdf } from './repair.ts'
import { sign } from './sign.ts'
import { verify } from './verify.ts'

const { signer, trust } = makeTestSigner()
const facts = { signingTime: new Date('2026-11-20T12:00:00Z') }

const errorOf = (run: () => unknown): [string, unknown] => {
  try {
    run()
  } catch (error) {
    if (error instanceof PadesError) return [error.code, error.detail?.reason]
    throw error
  }
  return ['no error', null]
}

const edited = (pdf: Uint8Array, from: string | RegExp, to: string): Buffer =>
  Buffer.from(Buffer.from(pdf).toString('latin1').replace(from, to), 'latin1')

/** The drawn content of every page, the form's values and the title: all must survive. */
function essence(file: PdfFile): unknown {
  const contents = [...pagesOf(file)].map(({ dict }) => {
    const stream = file.resolve(dict.get('Contents'))
    return stream instanceof PdfStream ? Buffer.from(file.streamData(stream)).toString('latin1') : null
  })
  const fields = fieldsOf(file).map(({ name, value }) => [name, textOf(value)])
  const info = file.dict(file.trailer.get('Info'))
  return { contents, fields, title: textOf(info?.get('Title') ?? null) }
}

const kinds: [string, PdfOptions][] = [
  ['table', {}],
  ['object streams', { xref: 'stream' }],
  ['hybrid', { xref: 'hybrid' }],
  ['updated twice', { updates: 2 }],
  ['updated, object streams', { updates: 2, xref: 'stream' }],
  ['AES-128', { encryption: { mode: 'aes-128' } }],
  ['AES-256, object streams', { encryption: { mode: 'aes-256' }, xref: 'stream' }],
  ['RC4, object streams', { encryption: { mode: 'rc4-128' }, xref: 'stream' }],
]

const startxref = /startxref\n\d+\n%%EOF\n?$/

const damages: [string, (pdf: Buffer) => Buffer][] = [
  ['no startxref', (pdf) => edited(pdf, startxref, '')],
  ['startxref elsewhere', (pdf) => edited(pdf, startxref, 'startxref\n17\n%%EOF\n')],
  ['shifted by a line', (pdf) => edited(pdf, /\n(?=1 0 obj|5 0 obj)/, '\n% a line more\n')],
  ['cut in the last line', (pdf) => pdf.subarray(0, pdf.length - 12)],
  ['after 3 KB of something else', (pdf) => edited(pdf, /^/, 'x'.repeat(3000))],
  ['followed by 3 KB of something else', (pdf) => Buffer.concat([pdf, Buffer.alloc(3000)])],
]

describe.each(kinds)('%s', (_, options) => {
  const sound = makePdf({ pages: 3, form: 'indirect', annots: 'indirect', ...options })

  it.each(damages)('%s', async (name, damage) => {
    const broken = damage(sound)
    // where an update lost its end, readers use the previous one
    if (name === 'no startxref' && options.updates) return expect(readPdf(broken).revisions).toHaveLength(2)
    expect(errorOf(() => [...pagesOf(readPdf(broken))])[0]).not.toBe('no error')
    const repaired = repairPdf(broken)
    expect(essence(readPdf(repaired))).toEqual(essence(readPdf(sound)))
    const signed = await sign(repaired, signer, { ...facts, rectangle: { page: 2, x: 9, y: 9, width: 99, height: 40 } })
    expect(verify(signed.pdf, trust()).summary).toBe('valid')
    if (hasValidator('qpdf')) expect(runValidator('qpdf', ['--check'], signed.pdf)).toMatchObject({ code: 0 })
  })

  it.runIf(hasValidator('pdftoppm'))('shows the same page', () => {
    const broken = edited(sound, startxref, '')
    const repaired = renderFirstPage(repairPdf(broken))!
    // poppler itself opens neither lost object streams nor lost encryption
    if (!options.xref && !options.encryption) expect(repaired.pixels.equals(renderFirstPage(broken)!.pixels)).toBe(true)
    expect(repaired.pixels.equals(renderFirstPage(sound)!.pixels)).toBe(true)
  })
})

describe('repairPdf of other damage', () => {
  const pdf = makePdf({ pages: 2, form: 'direct' })
  const whole = essence(readPdf(pdf))

  it.each<[string, string | RegExp, string]>([
    ['a wrong stream length', /\/Length \d+/, '/Length 7'],
    ['a stream length that refers to nothing', /\/Length \d+/, '/Length 99 0 R'],
    ['a missing endobj', /endobj\n(?=2 0 obj)/, ''],
    ['a missing endstream', /\nendstream/, ''],
    ['no table', /xref\n0[^t]*(?=trailer)/, ''],
    ['no trailer', /trailer[^]*$/, ''],
    ['a wrong header', '%PDF-1.7', '%PDF-x'],
    ['an object that stands twice', /\n1 0 obj/, '\n1 0 obj\n<< /Type /Older >>\nendobj\n1 0 obj'],
  ])('%s', (name, from, to) => {
    const broken = edited(pdf, from, to)
    const file = readPdf(repairPdf(broken))
    const expected = name === 'no trailer' ? { ...(whole as object), title: null } : whole
    expect(essence(file)).toEqual(expected)
  })

  it('does not mistake an attached PDF for a part of the file', () => {
    const inner = makePdf({ catalog: '/Lang (xx)' }).toString('latin1')
    const attached = edited(
      pdf,
      /\nxref\n/,
      `\n90 0 obj\n<< /Length ${inner.length} >>\nstream\n${inner}\nendstream\nendobj\nxref\n`,
    )
    const file = readPdf(repairPdf(edited(attached, startxref, '')))
    expect(essence(file)).toEqual(whole)
    expect(file.catalog.get('Lang')).toBeNull()
  })

  it("keeps the file's properties: encryption, no linearization, the newest catalog", () => {
    const sealed = makePdf({ encryption: { mode: 'aes-256' }, xref: 'stream', form: 'direct' })
    const repaired = repairPdf(edited(sealed, startxref, ''))
    expect(Buffer.from(repaired).includes('Acta')).toBe(false)
    expect(readPdf(repaired).encryption).not.toBeNull()
    const linearized = edited(pdf, /\n1 0 obj/, '\n91 0 obj\n<< /Linearized 1 /L 5 >>\nendobj\n1 0 obj')
    expect(Buffer.from(repairPdf(linearized)).includes('Linearized')).toBe(false)
    expect(nameOf(readPdf(repairPdf(linearized)).catalog.get('Type'))).toBe('Catalog')
  })
})

describe('repairPdf refuses', () => {
  it('anything with a trace of a signature', async () => {
    const { pdf } = await sign(makePdf(), signer, facts)
    expect(errorOf(() => repairPdf(edited(pdf, startxref, '')))[0]).toBe('pdf_signed_and_damaged')
    const cases = [
      '<< /Type /Sig /Filter /Adobe.PPKLite >>',
      '<< /FT /Sig /T (Firma) /V 95 0 R >>',
      '<< /Byte#52ange [0 1 2 3] >>',
    ]
    for (const object of cases) {
      const traced = edited(makePdf(), /\nxref\n/, `\n94 0 obj\n${object}\nendobj\nxref\n`)
      expect(errorOf(() => repairPdf(traced))[0]).toBe('pdf_signed_and_damaged')
    }
    const hidden = makePdf({ xref: 'stream', catalog: '/X << /ByteRange [0 1 2 3] >>' })
    expect(errorOf(() => repairPdf(hidden))[0]).toBe('pdf_signed_and_damaged')
  })

  it('a file that lost a visible object', () => {
    const pdf = makePdf({ pages: 2 })
    expect(errorOf(() => repairPdf(edited(pdf, '\n6 0 obj', '\n6 0 bjo')))).toEqual([
      'pdf_damaged',
      'an object of a page is lost',
    ])
    expect(errorOf(() => repairPdf(edited(pdf, '\n8 0 obj', '\n8 0 bjo')))).toEqual(['pdf_damaged', 'a page is lost'])
    expect(errorOf(() => repairPdf(edited(pdf, '\n1 0 obj', '\n1 0 bjo')))).toEqual([
      'pdf_damaged',
      'catalog is missing',
    ])
    const sealed = makePdf({ encryption: { mode: 'aes-128' } })
    expect(errorOf(() => repairPdf(edited(sealed, /trailer[^]*$/, '')))[1]).toBe('encrypted without a trailer')
    expect(errorOf(() => repairPdf(Buffer.from('no PDF')))[0]).toBe('pdf_not_a_pdf')
    expect(errorOf(() => repairPdf(makePdf({ encryption: { mode: 'aes-256', userPassword: 'x' } })))[0]).toBe(
      'pdf_encrypted',
    )
  })

  it('a truncated file, unless it is recovered completely', () => {
    for (const options of [{ updates: 1 }, { xref: 'stream', updates: 1 }, { xref: 'hybrid' }] as PdfOptions[]) {
      const pdf = makePdf({ pages: 2, form: 'indirect', ...options })
      const revisions = readPdf(pdf).revisions.map(({ end }) => essence(readPdf(pdf.subarray(0, end))))
      for (let length = 0; length < pdf.length; length += 7) {
        const cut = pdf.subarray(0, length)
        try {
          const found = essence(readPdf(repairPdf(cut))) as { contents: unknown; fields: unknown }
          const whole = revisions[0] as typeof found
          expect({ contents: found.contents, fields: found.fields }).toEqual({
            contents: whole.contents,
            fields: whole.fields,
          })
        } catch (error) {
          if (!(error instanceof PadesError)) throw error
        }
      }
    }
  })

  it('object streams with overlapping members', () => {
    const members = Array.from({ length: 3000 }, (_, i) => `${1000 + i} 0`).join(' ')
    const data = `${members} [${'1 '.repeat(200_000)}]`
    const object = `100 0 obj\n<< /Type /ObjStm /N 3000 /First ${members.length + 1} /Length ${data.length} >>\n`
    const broken = edited(makePdf(), /startxref[^]*$/, `${object}stream\n${data}\nendstream\nendobj\n`)
    expect(errorOf(() => repairPdf(broken))).toEqual(['pdf_damaged', 'object streams are too large'])
  })
})
