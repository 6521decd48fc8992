import { createTestAuthority } from '@foja/testing/ca'
import { makePdf } from '@foja/testing/pdfs'
import type { PdfOptions } from '@foja/testing/pdfs'
import { makeTestSigner, runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { describe, expect, it } from 'vitest'
import { toVisible, visibleSize } from '@foja/pdf-core/geometry'
import { marginRectangle } from './appearance/margin.ts'
import { PadesError } from './errors.ts'
import { fieldsOf } from './pdf/fields.ts'
import { readPdf } from './pdf/file.ts'
import { PdfArray, PdfRef, PdfStream, nameOf, textOf } from './pdf/objects.ts'
import type { PdfDict } from './pdf/objects.ts'
import { boxOf, findPage, geometryOf, pagesOf } from './pdf/pages.ts'
import { RevisionWriter } from './pdf/revision-writer.ts'
import { reference } from './pdf/writer.ts'
import { sign } from './sign.ts'
import type { SignOptions } from './sign.ts'
import { verify } from './verify.ts'

const authority = createTestAuthority({ keyType: 'p256' })
const { signer, trust } = makeTestSigner({ authority })
const verification = { code: '7K3M-9QXT-4WBN-H2RD', url: 'https://foja.example/verificar/7K3M-9QXT-4WBN-H2RD' }
const facts: SignOptions = { signingTime: new Date(), utcOffsetMinutes: -300, verification }
const margin: SignOptions = { ...facts, appearance: { kind: 'margin' } }
const stamp = { x: 40, y: 50, width: 176, height: 69 }

/** Every signature is valid for us, and for pdfsig if installed. */
function expectValid(pdf: Uint8Array, count: number): void {
  const report = verify(pdf, trust())
  expect(report.signatures.map(({ indication, modifications }) => [indication, modifications])).toEqual(
    Array.from({ length: count }, () => ['TOTAL_PASSED', []]),
  )
  if (!hasValidator('pdfsig') || !hasValidator('qpdf')) return
  const { output } = runValidator('pdfsig', ['-nocert'], pdf)!
  expect(output.match(/Signature Validation: Signature is Valid\./g) ?? []).toHaveLength(count)
  expect(runValidator('qpdf', ['--check'], pdf)!.code).toBe(0)
}

type Shown = { kind: string | null; box: ReturnType<typeof toVisible>; form: number; flags: unknown }

/** The visible annotations with an appearance on every page. */
function shownOn(pdf: Uint8Array): Shown[][] {
  const file = readPdf(pdf)
  return [...pagesOf(file)].map((page) => {
    const list = file.resolve(page.dict.get('Annots'))
    return (list instanceof PdfArray ? list.items : []).flatMap((item) => {
      const dict = file.dict(item)
      const form = file.dict(dict?.get('AP') ?? null)?.get('N')
      const box = boxOf(file, dict?.get('Rect') ?? null)
      if (!dict || !(form instanceof PdfRef) || !box) return []
      const kind = nameOf(dict.get('Subtype'))
      return [{ kind, box: toVisible(box, geometryOf(file, page)), form: form.number, flags: dict.get('F') }]
    })
  })
}

const near = (box: { x: number; y: number; width: number; height: number }) => ({
  x: expect.closeTo(box.x, 2),
  y: expect.closeTo(box.y, 2),
  width: expect.closeTo(box.width, 2),
  height: expect.closeTo(box.height, 2),
})

/** Why signing is refused, or `signed`. */
async function refusal(pdf: Uint8Array, options: SignOptions): Promise<unknown> {
  try {
    await sign(pdf, signer, options)
  } catch (error) {
    if (error instanceof PadesError && error.code === 'pdf_forbids_signing') return error.detail?.reason
    throw error
  }
  return 'signed'
}

describe('the margin line', () => {
  const kinds: [string, PdfOptions][] = [
    ['upright', {}],
    ['landscape', { mediaBox: [0, 0, 842, 595] }],
    ['rotated 90', { rotate: 90 }],
    ['rotated 180', { rotate: 180 }],
    ['rotated 270, origin elsewhere', { rotate: 270, mediaBox: [-100, -200, 400, 500] }],
    ['cropped', { cropBox: [50, 60, 500, 700] }],
    ['user unit', { userUnit: 2, mediaBox: [0, 0, 300, 420] }],
    ['small', { mediaBox: [0, 0, 90, 60] }],
  ]

  it.each(kinds)('is along the right edge of the displayed page: %s', async (_, options) => {
    const pdf = makePdf(options)
    const signed = await sign(pdf, signer, margin)
    expectValid(signed.pdf, 1)
    const file = readPdf(pdf)
    const size = visibleSize(geometryOf(file, findPage(file, 1)))
    const [[shown]] = shownOn(signed.pdf) as [[Shown]]
    expect(shown.box).toEqual(near(marginRectangle(size.width, size.height, { code: true })))
    expect(shown.box.x + shown.box.width).toBeGreaterThan(size.width * 0.85)
    expect(shown.box.height).toBeGreaterThan(shown.box.width)
  })

  it('has all slots on the page, without overlap', () => {
    for (const [width, height] of [
      [595, 842],
      [842, 595],
      [90, 60],
    ] as const) {
      for (const code of [true, false]) {
        const slots = [0, 1, 2, 3, 4, 5].map((slot) => marginRectangle(width, height, { code, slot }))
        slots.forEach((a, i) => {
          expect(Math.min(a.x, a.y, a.width, a.height)).toBeGreaterThanOrEqual(0)
          expect(a.x + a.width).toBeLessThanOrEqual(width)
          expect(a.y + a.height).toBeLessThanOrEqual(height)
          for (const b of slots.slice(i + 1)) {
            const apart = a.y >= b.y + b.height || b.y >= a.y + a.height || a.x >= b.x + b.width - 1e-9
            expect(apart).toBe(true)
          }
        })
      }
    }
  })

  it('of two signers are side by side', async () => {
    const first = await sign(makePdf({ pages: 2 }), signer, margin)
    const other = makeTestSigner({ authority, name: 'Íñigo Núñez Íñiguez' })
    const second = await sign(first.pdf, other.signer, margin)
    expectValid(second.pdf, 2)
    const [[a, b]] = shownOn(second.pdf) as [[Shown, Shown], Shown[]]
    expect(a.box).toEqual(near(marginRectangle(595, 842, { code: true, slot: 0 })))
    expect(b.box).toEqual(near(marginRectangle(595, 842, { code: true, slot: 1 })))
  })

  it('can be on another page and at a given place', async () => {
    const last = await sign(makePdf({ pages: 3 }), signer, { ...facts, appearance: { kind: 'margin', page: 'last' } })
    expect(shownOn(last.pdf).map((page) => page.length)).toEqual([0, 0, 1])
    const given = await sign(makePdf(), signer, { ...margin, rectangle: { page: 1, ...stamp } })
    expect(shownOn(given.pdf)[0]![0]!.box).toEqual(near(stamp))
  })
})

describe('a stamp on every page', () => {
  const everywhere: SignOptions = { ...facts, repeat: 'every_page', rectangle: { page: 2, ...stamp } }

  it.each<[string, PdfOptions]>([
    ['table', {}],
    ['xref stream', { xref: 'stream' }],
    ['rotated', { rotate: 90, inherit: true }],
    ['form and annotations', { form: 'indirect-fields', annots: 'indirect' }],
  ])('is one form on all of them, with one field on the chosen one: %s', async (_, options) => {
    const signed = await sign(makePdf({ ...options, pages: 4 }), signer, everywhere)
    expectValid(signed.pdf, 1)
    const pages = shownOn(signed.pdf)
    expect(pages.map((page) => page.map(({ kind }) => kind))).toEqual([['Stamp'], ['Widget'], ['Stamp'], ['Stamp']])
    for (const [shown] of pages as [Shown][]) expect(shown.box).toEqual(near(stamp))
    expect(new Set(pages.map(([shown]) => shown!.form)).size).toBe(1)
    // printed, not movable: Print, ReadOnly, Locked, LockedContents
    expect(pages[0]![0]!.flags).toBe(4 | 64 | 128 | 512)
    expect(fieldsOf(readPdf(signed.pdf)).filter(({ type }) => type === 'Sig')).toHaveLength(1)
    expect(verify(signed.pdf, trust()).signatures[0]!.page).toBe(2)
  })

  it.each(['rc4-128', 'aes-128', 'aes-256'] as const)('works in an encrypted file: %s', async (mode) => {
    const signed = await sign(makePdf({ pages: 2, encryption: { mode } }), signer, everywhere)
    expectValid(signed.pdf, 1)
    expect(shownOn(signed.pdf).map((page) => page.map(({ kind }) => kind))).toEqual([['Stamp'], ['Widget']])
    const file = readPdf(signed.pdf)
    const list = file.resolve(findPage(file, 1).dict.get('Annots')) as PdfArray
    expect(textOf(file.dict(list.items[0]!)!.get('Contents'))).toContain('Firma de Lucía')
  })

  it('fits pages of other sizes and rotations', async () => {
    const pdf = makePdf({ pages: 3 })
    const writer = new RevisionWriter(readPdf(pdf))
    const [, second, third] = [...pagesOf(writer.file)]
    writer.edit(second!.ref, second!.dict, { MediaBox: '[0 0 150 300]', Rotate: '90' })
    writer.edit(third!.ref, third!.dict, { MediaBox: '[0 0 100 60]' })
    const mixed = Buffer.concat([pdf, writer.finish().tail])
    const place = { page: 1, x: 300, y: 700, width: 200, height: 100 }
    const signed = await sign(mixed, signer, { ...everywhere, rectangle: place })
    expectValid(signed.pdf, 1)
    const boxes = shownOn(signed.pdf).map(([shown]) => shown!.box)
    expect(boxes).toEqual([
      near(place),
      near({ x: 100, y: 50, width: 200, height: 100 }),
      near({ x: 0, y: 10, width: 100, height: 50 }),
    ])
    const lines = await sign(mixed, signer, { ...margin, repeat: 'every_page' })
    expectValid(lines.pdf, 1)
    expect(shownOn(lines.pdf)[1]![0]!.box).toEqual(near(marginRectangle(300, 150, { code: true })))
  })

  it.each([1, 2, 3] as const)('may certify (P %i), and later signers keep it valid', async (certify) => {
    const pdf = makePdf({ pages: 2, emptyField: { name: 'Firma', rect: [100, 100, 300, 180] } })
    const first = await sign(pdf, signer, { ...everywhere, certify })
    expectValid(first.pdf, 1)
    if (certify === 1) return expect(await refusal(first.pdf, { ...facts, fieldName: 'Firma' })).toBe('DocMDP')
    expectValid((await sign(first.pdf, signer, { ...facts, fieldName: 'Firma' })).pdf, 2)
  })

  it('must be the first signature: later ones have one place', async () => {
    const pdf = makePdf({ pages: 2, emptyField: { name: 'Firma', rect: [100, 100, 300, 180] } })
    const first = await sign(pdf, signer, everywhere)
    expect(await refusal(first.pdf, everywhere)).toBe('repeat')
    expect(await refusal(first.pdf, { ...margin, repeat: 'every_page' })).toBe('repeat')
    expect(await refusal(first.pdf, { ...facts, repeat: 'every_page' })).toBe('signed')
    const second = await sign(first.pdf, signer, { ...facts, rectangle: { page: 'last', ...stamp, y: 300 } })
    const third = await sign(second.pdf, signer, { ...facts, fieldName: 'Firma' })
    expectValid(third.pdf, 3)
    const single = await sign(makePdf(), signer, { ...facts, rectangle: { page: 1, ...stamp } })
    const again = { ...everywhere, rectangle: { page: 1, ...stamp, y: 300 } }
    expectValid((await sign(single.pdf, signer, again)).pdf, 2)
  })

  it('repeats the appearance of an existing field', async () => {
    const pdf = makePdf({ pages: 2, emptyField: { name: 'Firma', rect: [100, 100, 300, 180] } })
    const signed = await sign(pdf, signer, { ...facts, fieldName: 'Firma', repeat: 'every_page' })
    expectValid(signed.pdf, 1)
    const [[a], [b]] = shownOn(signed.pdf) as [[Shown], [Shown]]
    expect([a.kind, b.kind]).toEqual(['Widget', 'Stamp'])
    expect(b.box).toEqual(a.box)
  })

  it('keeps annotation lists that are shared between pages', async () => {
    const pdf = makePdf({ pages: 3 })
    const writer = new RevisionWriter(readPdf(pdf))
    const list = writer.add('[ ]')
    for (const page of pagesOf(writer.file)) writer.edit(page.ref, page.dict, { Annots: reference(list) })
    const shared = Buffer.concat([pdf, writer.finish().tail])
    const signed = await sign(shared, signer, { ...everywhere, rectangle: { page: 1, ...stamp } })
    expectValid(signed.pdf, 1)
    expect(shownOn(signed.pdf).map((page) => page.length)).toEqual([1, 1, 1])
  })
})

describe('a field that was added after certifying', () => {
  /** Adds an empty field with an area for a stamp, like a form editor. */
  function withLateField(pdf: Uint8Array): Buffer {
    const writer = new RevisionWriter(readPdf(pdf))
    const page = findPage(writer.file, 1)
    const field = writer.add(
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Tarde) /F 4 /Rect [100 400 300 480] /P ${reference(page.ref.number)} >>`,
    )
    writer.edit(page.ref, page.dict, writer.appendItem(page.dict, 'Annots', reference(field)))
    const form = writer.file.dict(writer.file.catalog.get('AcroForm'))!
    writer.editCatalog('AcroForm', writer.appendItem(form, 'Fields', reference(field)))
    return Buffer.concat([pdf, writer.finish().tail])
  }

  it.each([2, 3] as const)('accepts a signature, but no stamp: P %i', async (certify) => {
    const certified = await sign(makePdf({ emptyField: { name: 'Firma', rect: [100, 100, 300, 180] } }), signer, {
      ...facts,
      certify,
    })
    const late = withLateField(certified.pdf)
    expectValid(late, 1)
    const visible: SignOptions = { ...facts, fieldName: 'Tarde', appearance: { kind: 'qr' } }
    expect(await refusal(late, visible)).toBe('visible')
    expectValid((await sign(late, signer, { ...visible, appearance: { kind: 'invisible' } })).pdf, 2)
    expectValid((await sign(late, signer, { ...visible, fieldName: 'Firma' })).pdf, 2)
  })

  it('is an ordinary field without a certification', async () => {
    const signed = await sign(makePdf(), signer, facts)
    const late = withLateField(signed.pdf)
    expectValid((await sign(late, signer, { ...facts, fieldName: 'Tarde', appearance: { kind: 'qr' } })).pdf, 2)
  })
})

describe('seed values of a field', () => {
  const seeded = (seed: string): Buffer =>
    makePdf({ emptyField: { name: 'Firma', rect: [100, 100, 300, 180], seed: `<< /Type /SV ${seed} >>` } })
  const inField: SignOptions = { ...facts, fieldName: 'Firma' }
  const signed = async (seed: string, options: SignOptions = {} as SignOptions) => {
    const { pdf } = await sign(seeded(seed), signer, { ...inField, ...options })
    const report = verify(pdf, trust())
    expect(report.signatures[0]!.indication).toBe('TOTAL_PASSED')
    return { pdf, report: report.signatures[0]! }
  }

  it('propose a digest and a reason', async () => {
    expect((await signed('/DigestMethod [(SHA512)]')).report.algorithms!.digest.toLowerCase()).toContain('512')
    expect((await signed('/DigestMethod [(SHA1) (SHA384)] /Ff 64')).report.algorithms!.digest).toContain('384')
    const chosen = await signed('/DigestMethod [(SHA512)]', { ...inField, hash: 'sha256' })
    expect(chosen.report.algorithms!.digest).toContain('256')
    const bound = await signed('/DigestMethod [(SHA512)] /Ff 64', { ...inField, hash: 'sha256' })
    expect(bound.report.algorithms!.digest).toContain('512')
    expect((await signed('/Reasons [(Acuerdo)]')).report.reason).toBe('Acuerdo')
    expect((await signed('/Reasons [(Acuerdo) (Acta)]')).report.reason).toBeUndefined()
    expect((await signed('/Reasons [(Acuerdo)]', { ...inField, reason: 'Mía' })).report.reason).toBe('Mía')
    expect((await signed('/Reasons [(Acuerdo) (Acta)] /Ff 8', { ...inField, reason: 'Acta' })).report.reason).toBe(
      'Acta',
    )
    expect((await signed('/Reasons [(.)] /Ff 8')).report.reason).toBeUndefined()
  })

  it('require a certification, or forbid one', async () => {
    expect((await signed('/MDP << /P 2 >>')).report.kind).toBe('certification')
    expect((await signed('/MDP << /P 0 >>')).report.kind).toBe('signature')
    expect(await refusal(seeded('/MDP << /P 0 >>'), { ...inField, certify: 1 })).toBe('seed_value')
    expect(await refusal(seeded('/MDP << /P 2 >>'), { ...inField, certify: 3 })).toBe('seed_value')
    const first = await sign(seeded('/MDP << /P 2 >>'), signer, facts)
    expect(await refusal(first.pdf, inField)).toBe('seed_value')
  })

  it('lock the document', async () => {
    const { pdf, report } = await signed('/LockDocument /true /Ff 128')
    expect(report.kind).toBe('signature')
    const file = readPdf(pdf)
    const dict = file.dict(fieldsOf(file)[0]!.value)!
    const [reference] = (file.resolve(dict.get('Reference')) as PdfArray).items
    const parameters = (reference as PdfDict).get('TransformParams') as PdfDict
    expect([nameOf(parameters.get('Action')), parameters.get('P')]).toEqual(['All', 1])
    expect(await refusal(pdf, facts)).toBe('DocMDP')
  })

  it.each<[string, string?]>([
    ['/Filter /Entrust.PPKEF /Ff 1'],
    ['/SubFilter [/adbe.pkcs7.detached] /Ff 2'],
    ['/V 4 /Ff 4'],
    ['/Reasons [(Acuerdo)] /Ff 8', 'Mía'],
    ['/Reasons [(Acuerdo) (Acta)] /Ff 8'],
    ['/Reasons [(.)] /Ff 8', 'Mía'],
    ['/LegalAttestation [(Nada)] /Ff 16'],
    ['/AddRevInfo true /Ff 32'],
    ['/DigestMethod [(SHA1) (RIPEMD160)] /Ff 64'],
    ['/AppearanceFilter (Sello) /Ff 256'],
    ['/Cert << /Type /SVCert /Ff 2 /Issuer [(x)] >>'],
    ['/TimeStamp << /URL (http://tsa.example) /Ff 1 >>'],
  ])('that cannot be met are refused: %s', async (seed, reason) => {
    expect(await refusal(seeded(seed), { ...inField, reason })).toBe('seed_value')
    // without its flag it is a proposal; /Cert and /TimeStamp have their own
    expect(await refusal(seeded(seed.replace(/\/Ff \d+/, '')), { ...inField, reason })).toBe('signed')
  })

  it('requiring a timestamp are refused without one', async () => {
    const pdf = seeded('/TimeStamp << /URL (http://tsa.example) /Ff 1 >>')
    expect(await refusal(pdf, { ...inField, timestamped: true })).toBe('signed')
  })
})

describe('stamp pages', () => {
  it('include the last page, also in a tree with empty branches', async () => {
    const signed = await sign(makePdf({ pages: 5 }), signer, { ...facts, rectangle: { page: 'last', ...stamp } })
    expectValid(signed.pdf, 1)
    expect(shownOn(signed.pdf).map((page) => page.length)).toEqual([0, 0, 0, 0, 1])
    const pdf = makePdf({ pages: 2 })
    const writer = new RevisionWriter(readPdf(pdf))
    const tree = writer.file.dict(writer.file.catalog.get('Pages'))!
    const empty = writer.add(`<< /Type /Pages /Kids [] /Count 0 /Parent 2 0 R >>`)
    writer.edit(new PdfRef(2, 0), tree, writer.appendItem(tree, 'Kids', reference(empty)))
    const branched = Buffer.concat([pdf, writer.finish().tail])
    const other = await sign(branched, signer, { ...facts, rectangle: { page: 'last', ...stamp } })
    expect(shownOn(other.pdf).map((page) => page.length)).toEqual([0, 1])
  })
})

describe('stamp requirements', () => {
  it('are checked before writing', async () => {
    const chinese = makeTestSigner({ authority, name: '李明' })
    for (const look of [{ kind: 'margin' }, { kind: 'qr' }, { kind: 'text' }] as const) {
      const options: SignOptions = { ...facts, rectangle: { page: 1, ...stamp }, appearance: look }
      await expect(sign(makePdf(), chinese.signer, options)).rejects.toMatchObject({
        code: 'text_not_encodable',
        detail: { characters: '李明' },
      })
    }
  })

  it("include the signer's name in the description of the field and the repeated stamps", async () => {
    const signed = await sign(makePdf({ pages: 2 }), signer, { ...margin, repeat: 'every_page' })
    const file = readPdf(signed.pdf)
    const annotations = file.resolve(findPage(file, 2).dict.get('Annots')) as PdfArray
    expect(textOf(file.dict(annotations.items[0]!)!.get('Contents'))).toBe(
      'Firma de Lucía Fernanda Peñaherrera Narváez',
    )
    const form = file.resolve(file.dict(file.dict(annotations.items[0]!)!.get('AP'))!.get('N'))
    expect(form).toBeInstanceOf(PdfStream)
  })
})
