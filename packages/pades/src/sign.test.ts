import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { createTestAuthority } from '@foja/testing/ca'
import { makePdf } from '@foja/testing/pdfs'
import type { PdfOptions } from '@foja/testing/pdfs'
import { makeTestSigner, renderFirstPage, rewriteWithQpdf, runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { describe, expect, it } from 'vitest'
import { toVisible } from '@foja/pdf-core/geometry'
import { embed, embedTail } from './embed.ts'
import { PadesError } from './errors.ts'
import { fieldsOf } from './pdf/fields.ts'
import { readPdf } from './pdf/file.ts'
import { PdfArray, PdfStream, integerOf, textOf } from './pdf/objects.ts'
import { boxOf, findPage, geometryOf } from './pdf/pages.ts'
import { prepare } from './prepare.ts'
import type { Rectangle } from './prepare.ts'
import { prepareOptions, sign, signPrepared } from './sign.ts'
import type { SignOptions } from './sign.ts'
import { verify } from './verify.ts'

const authority = createTestAuthority({ keyType: 'p256' })
const { signer, trust } = makeTestSigner({ authority })
const signingTime = new Date()
const facts: SignOptions = { signingTime, utcOffsetMinutes: -300, reason: 'Apruebo el acta', location: 'Quito' }
const rectangle: Rectangle = { page: 1, x: 40, y: 50, width: 176, height: 69 }
const hasTools = hasValidator('pdfsig') && hasValidator('qpdf')

const codeOf = async (run: () => unknown): Promise<string> => {
  try {
    await run()
  } catch (error) {
    if (error instanceof PadesError) return error.code
    throw error
  }
  return 'no error'
}

/** Our verifier accepts every signature, and the last one covers the whole file. */
function expectValid(pdf: Uint8Array, count: number): void {
  const report = verify(pdf, trust())
  expect(report.signatures.map(({ indication, subindication }) => [indication, subindication])).toEqual(
    Array.from({ length: count }, () => ['TOTAL_PASSED', null]),
  )
  expect(report.signatures.filter(({ coversWholeFile }) => coversWholeFile)).toHaveLength(1)
  expect(report.signatures.some(({ modifiedAfter }) => modifiedAfter)).toBe(false)
}

function expectToolsAgree(pdf: Uint8Array, count: number, original: Uint8Array): void {
  if (!hasTools) return
  const { output } = runValidator('pdfsig', ['-nocert'], pdf)!
  expect(output.match(/Signature Validation: Signature is Valid\./g) ?? []).toHaveLength(count)
  expect(output.match(/ - Total document signed/g) ?? []).toHaveLength(1)
  const after = qpdfCode(pdf)
  // signing adds no fault to those of the original
  if (after > 0) expect(after).toBeLessThanOrEqual(qpdfCode(original))
}

const qpdfCode = (pdf: Uint8Array): number => runValidator('qpdf', ['--check'], pdf)!.code

const kinds: [string, PdfOptions][] = [
  ['table', {}],
  ['xref stream', { xref: 'stream' }],
  ['hybrid', { xref: 'hybrid' }],
  ['leading junk', { junk: 'junk before\n' }],
  ['leading junk counted', { junk: 'junk before\n', junkOffsets: 'file' }],
  ['rotated 90, xref stream', { rotate: 90, xref: 'stream' }],
  ['rotated 180', { rotate: 180 }],
  ['rotated 270', { rotate: 270 }],
  ['cropped', { cropBox: [50, 60, 500, 700] }],
  ['origin elsewhere, rotated', { mediaBox: [-100, -200, 400, 500], rotate: 90 }],
  ['user unit', { userUnit: 2, mediaBox: [0, 0, 300, 420] }],
  ['inherited', { inherit: true, rotate: 90 }],
  ['form direct', { form: 'direct', annots: 'direct' }],
  ['form indirect', { form: 'indirect', annots: 'indirect' }],
  ['form with indirect fields', { form: 'indirect-fields', annots: 'indirect', xref: 'stream' }],
  ['annotations direct', { annots: 'direct' }],
  ['annotations indirect, hybrid', { annots: 'indirect', xref: 'hybrid', form: 'direct' }],
  ['updates', { updates: 3 }],
  ['updates, xref stream', { updates: 2, xref: 'stream' }],
  ['without ID', { withoutId: true }],
  ['without a final newline', { withoutFinalNewline: true }],
  ['many pages', { pages: 40, xref: 'stream' }],
  ['RC4 of 40 bits', { encryption: { mode: 'rc4-40' } }],
  ['RC4 of 128 bits, form, hybrid', { encryption: { mode: 'rc4-128' }, form: 'direct', xref: 'hybrid' }],
  ['RC4 by a crypt filter', { encryption: { mode: 'rc4-filter', identityStreams: true }, form: 'indirect' }],
  ['AES of 128 bits, updates', { encryption: { mode: 'aes-128', encryptMetadata: false }, metadata: true, updates: 2 }],
  ['AES of 256 bits, older hash', { encryption: { mode: 'aes-256-r5' }, form: 'direct', annots: 'indirect' }],
  ['AES of 256 bits, xref stream', { encryption: { mode: 'aes-256' }, xref: 'stream', form: 'indirect-fields' }],
  ['linearized', { xref: 'linearized' }],
  ['CR LF', { lineEnds: '\r\n', form: 'direct' }],
  ['CR', { lineEnds: '\r', updates: 1 }],
  ['CR LF, xref stream', { lineEnds: '\r\n', xref: 'stream', updates: 1 }],
  ['CR, hybrid', { lineEnds: '\r', xref: 'hybrid' }],
  ['careless page tree', { carelessTree: true, inherit: true, rotate: -90, form: 'indirect', annots: 'indirect' }],
  ['careless page tree, xref stream', { carelessTree: true, xref: 'stream', annots: 'indirect' }],
  ['XFA beside the form', { xfa: 'hybrid', form: 'indirect' }],
  ['cropped, turned 90', { cropBox: [50, 60, 500, 700], rotate: 90 }],
  ['cropped, turned 180', { cropBox: [50, 60, 500, 700], rotate: 180, xref: 'stream' }],
  ['cropped, turned 270', { cropBox: [50, 60, 500, 700], rotate: 270 }],
]

describe.each(kinds)('%s', (_, options) => {
  const pdf = makePdf(options)

  it.each<[string, Partial<SignOptions>]>([
    ['invisible', {}],
    ['visible', { rectangle }],
  ])('%s: appended, and valid for us and for other validators', async (_name, more) => {
    const signed = await sign(pdf, signer, { ...facts, ...more })
    expect(Buffer.from(signed.pdf.subarray(0, pdf.length)).equals(pdf)).toBe(true)
    expectValid(signed.pdf, 1)
    expectToolsAgree(signed.pdf, 1, pdf)
    const file = readPdf(signed.pdf)
    const last = readPdf(pdf).sections[0]!
    expect(file.sections[0]!.kind).toBe(last.kind)
    const form = file.dict(file.catalog.get('AcroForm'))!
    expect(integerOf(form.get('SigFlags'))).toBe(3)
    if (more.rectangle) expectPlace(signed.pdf, signed.fieldName)
  })
})

/** Bounds of the differing pixels, or null without differences. */
function difference(before: Uint8Array, after: Uint8Array): number[] | null {
  const [a, b] = [renderFirstPage(before)!, renderFirstPage(after)!]
  expect([b.width, b.height]).toEqual([a.width, a.height])
  let box: number[] | null = null
  for (let i = 0; i < a.pixels.length; i += 3) {
    if (a.pixels[i] === b.pixels[i] && a.pixels[i + 1] === b.pixels[i + 1] && a.pixels[i + 2] === b.pixels[i + 2])
      continue
    const [x, y] = [(i / 3) % a.width, Math.floor(i / 3 / a.width)]
    box =
      box === null
        ? [x, y, x, y]
        : [Math.min(box[0]!, x), Math.min(box[1]!, y), Math.max(box[2]!, x), Math.max(box[3]!, y)]
  }
  return box
}

describe.runIf(hasValidator('pdftoppm'))('the displayed stamp', () => {
  it.each(kinds.filter(([name]) => name !== 'user unit'))(
    '%s: the stamp is drawn in its rectangle and nothing else changes',
    async (_name, options) => {
      const pdf = makePdf(options)
      const invisible = await sign(pdf, signer, facts)
      expect(difference(pdf, invisible.pdf)).toBeNull()
      // The white background hides the page's own drawing, so that only the stamp's edges count.
      const visible = await sign(pdf, signer, { ...facts, rectangle, appearance: { kind: 'qr', background: 'white' } })
      const [left, top, right, bottom] = difference(pdf, visible.pdf)!
      expect(left).toBeGreaterThanOrEqual(rectangle.x - 1)
      expect(top).toBeGreaterThanOrEqual(rectangle.y - 1)
      expect(right).toBeLessThanOrEqual(rectangle.x + rectangle.width + 1)
      expect(bottom).toBeLessThanOrEqual(rectangle.y + rectangle.height + 1)
      // Upright: the QR fills the left part from top to bottom, the text extends to the right.
      expect(left).toBeLessThan(rectangle.x + 12)
      expect(bottom! - top!).toBeGreaterThan(rectangle.height - 20)
      expect(right).toBeGreaterThan(rectangle.x + rectangle.width * 0.75)
    },
  )
})

/** The stamp is at the requested displayed place. */
function expectPlace(pdf: Uint8Array, fieldName: string): void {
  const file = readPdf(pdf)
  const field = fieldsOf(file).find(({ name }) => name === fieldName)!
  const { x, y, width, height } = toVisible(boxOf(file, field.dict.get('Rect'))!, geometryOf(file, findPage(file, 1)))
  expect({ x, y, width, height }).toEqual({
    x: expect.closeTo(40, 2),
    y: expect.closeTo(50, 2),
    width: expect.closeTo(176, 2),
    height: expect.closeTo(69, 2),
  })
  const annotations = file.resolve(findPage(file, 1).dict.get('Annots'))
  expect(annotations instanceof PdfArray && annotations.items.length).toBeGreaterThan(0)
  const stamp = file.resolve(file.dict(field.dict.get('AP'))!.get('N'))
  expect(stamp).toBeInstanceOf(PdfStream)
}

describe('several signatures', () => {
  it.each<['table' | 'stream' | 'hybrid']>([['table'], ['stream'], ['hybrid']])(
    'five in a row stay valid: %s',
    async (xref) => {
      const original = makePdf({ xref, pages: 2, form: 'indirect' })
      let pdf: Uint8Array = original
      const names: string[] = []
      for (let i = 0; i < 5; i++) {
        const other = makeTestSigner({ authority, name: `Persona ${i + 1}` })
        const place = { ...rectangle, page: 1 + (i % 2), y: 50 + i * 80 }
        const signed = await sign(pdf, other.signer, { ...facts, rectangle: i === 3 ? undefined : place })
        names.push(signed.fieldName)
        pdf = signed.pdf
      }
      expect(new Set(names).size).toBe(5)
      expectValid(pdf, 5)
      expectToolsAgree(pdf, 5, original)
    },
  )

  it.each(['rsa2048', 'p384'] as const)('keys and digests: %s', async (keyType) => {
    const other = makeTestSigner({ authority, keyType })
    for (const hash of ['sha256', 'sha384', 'sha512'] as const) {
      const pdf = makePdf()
      const signed = await sign(pdf, other.signer, { ...facts, hash })
      expectValid(signed.pdf, 1)
      expectToolsAgree(signed.pdf, 1, pdf)
    }
  })

  it('certifies once, and respects a certification that permits nothing', async () => {
    const certified = await sign(makePdf(), signer, { ...facts, certify: 1 })
    expectValid(certified.pdf, 1)
    expectToolsAgree(certified.pdf, 1, makePdf())
    expect(await codeOf(() => sign(certified.pdf, signer, facts))).toBe('pdf_forbids_signing')
    const filling = await sign(makePdf(), signer, { ...facts, certify: 2 })
    expect(await codeOf(() => sign(filling.pdf, signer, { ...facts, certify: 2 }))).toBe('pdf_forbids_signing')
  })
})

/** The reason of a refusal, or `signed`. */
const refusal = async (pdf: Uint8Array, options: SignOptions): Promise<unknown> => {
  try {
    await sign(pdf, signer, options)
  } catch (error) {
    if (error instanceof PadesError && error.code === 'pdf_forbids_signing') return error.detail?.reason
    throw error
  }
  return 'signed'
}

describe('permissions of earlier signatures', () => {
  const emptyField = { name: 'Firma', rect: [100, 100, 300, 180] }
  const visible: SignOptions = { ...facts, rectangle }

  it('a certification that permits nothing refuses any signature', async () => {
    const certified = await sign(makePdf({ emptyField }), signer, { ...facts, certify: 1 })
    for (const options of [facts, visible, { ...facts, fieldName: 'Firma' }])
      expect(await refusal(certified.pdf, options)).toBe('DocMDP')
  })

  it.each([2, 3] as const)(
    'a certification with P %i permits an empty field and an invisible signature',
    async (certify) => {
      const certified = await sign(makePdf({ emptyField }), signer, { ...facts, certify })
      expect(await refusal(certified.pdf, visible)).toBe('visible')
      const filled = await sign(certified.pdf, signer, { ...facts, fieldName: 'Firma', appearance: { kind: 'qr' } })
      expectValid(filled.pdf, 2)
      const unseen = await sign(certified.pdf, signer, { ...visible, appearance: { kind: 'invisible' } })
      expectValid(unseen.pdf, 2)
      // a certification binds all later signers
      expect(await refusal(filled.pdf, visible)).toBe('visible')
    },
  )

  it.each([
    ['Include', '/Fields [(Otra)]', 'visible'],
    ['Exclude', '/Fields [(Otra)]', 'FieldMDP'],
    ['Unheard', '', 'FieldMDP'],
  ])('the lock of a field is respected: %s', async (action, listed, reason) => {
    const lock = `<< /Type /SigFieldLock /Action /${action} ${listed} /P 2 >>`
    const signed = await sign(makePdf({ emptyField: { ...emptyField, lock } }), signer, {
      ...facts,
      fieldName: 'Firma',
    })
    expect(await refusal(signed.pdf, visible)).toBe(reason)
  })

  it('a lock may permit nothing', async () => {
    const lock = '<< /Type /SigFieldLock /Action /Include /Fields [(Otra)] /P 1 >>'
    const signed = await sign(makePdf({ emptyField: { ...emptyField, lock } }), signer, {
      ...facts,
      fieldName: 'Firma',
    })
    expect(await refusal(signed.pdf, facts)).toBe('DocMDP')
  })

  it('a stamp as large as the page is refused if it would hide signed content', async () => {
    const whole = { page: 1, x: 0, y: 0, width: 590, height: 780 }
    const first = await sign(makePdf({ mediaBox: [0, 0, 600, 800] }), signer, { ...facts, rectangle: whole })
    expect(await refusal(first.pdf, { ...facts, rectangle: whole })).toBe('covers_page')
    const large = { ...whole, width: 600, height: 399 }
    expectValid((await sign(first.pdf, signer, { ...facts, rectangle: large })).pdf, 2)
    const field = makePdf({ mediaBox: [0, 0, 600, 800], emptyField: { name: 'Firma', rect: [0, 0, 600, 600] } })
    const before = await sign(field, signer, facts)
    const options: SignOptions = { ...facts, fieldName: 'Firma', appearance: { kind: 'qr' } }
    expect(await refusal(before.pdf, options)).toBe('covers_page')
    const unseen = await sign(before.pdf, signer, { ...options, appearance: { kind: 'invisible' } })
    expectValid(unseen.pdf, 2)
  })
})

describe('signing in existing fields', () => {
  const rect = [100, 100, 300, 180]

  it.each([false, true])('fills an empty field and keeps its place (separate widget: %s)', async (widgetApart) => {
    const pdf = makePdf({ emptyField: { name: 'Firma', rect, widgetApart }, rotate: 90 })
    const signed = await sign(pdf, signer, { ...facts, fieldName: 'Firma', appearance: { kind: 'qr' } })
    expectValid(signed.pdf, 1)
    // poppler and mupdf look for /V in the widget and miss it in a separate field (ISO 32000-2 §12.7.4.1).
    if (!widgetApart) expectToolsAgree(signed.pdf, 1, pdf)
    const file = readPdf(signed.pdf)
    const [field] = fieldsOf(file)
    expect(boxOf(file, field!.widgets[0]!.dict.get('Rect'))).toEqual({ x0: 100, y0: 100, x1: 300, y1: 180 })
    expect(file.dict(field!.widgets[0]!.dict.get('AP'))).not.toBeNull()
    expect(await codeOf(() => sign(signed.pdf, signer, { ...facts, fieldName: 'Firma' }))).toBe('field_already_signed')
  })

  it('respects a lock', async () => {
    const pdf = makePdf({ emptyField: { name: 'Firma', rect, lock: '<< /Type /SigFieldLock /Action /All >>' } })
    const signed = await sign(pdf, signer, { ...facts, fieldName: 'Firma' })
    expectValid(signed.pdf, 1)
    expect(await codeOf(() => sign(signed.pdf, signer, facts))).toBe('pdf_forbids_signing')
  })

  it('refuses unusable names', async () => {
    const pdf = makePdf({ form: 'direct' })
    expect(await codeOf(() => sign(pdf, signer, { ...facts, fieldName: 'comentario' }))).toBe('field_not_found')
    expect(await codeOf(() => sign(pdf, signer, { ...facts, fieldName: 'a.b' }))).toBe('field_not_found')
    expect((await sign(pdf, signer, { ...facts, fieldName: 'Nueva' })).fieldName).toBe('Nueva')
  })
})

describe('staged signing', () => {
  it('works without the file: the transferred data is small, and the tail suffices', async () => {
    const pdf = makePdf({ ballast: 2_000_000 })
    const prepared = prepare(pdf, prepareOptions(signer, { ...facts, rectangle }))
    expect(prepared.tail.length).toBeLessThan(60_000)
    const stored = structuredClone(prepared)
    const cms = await signPrepared({ digest: stored.digest, hash: stored.hash }, signer)
    const whole = embed(pdf, stored, cms)
    expectValid(whole, 1)
    expect(Buffer.concat([pdf, embedTail(stored, cms)]).equals(whole)).toBe(true)
    expect(() => embed(pdf.subarray(1), stored, cms)).toThrow('signature_mismatch')
  })

  it('reports reserved room that is too small', async () => {
    expect(await codeOf(() => sign(makePdf(), signer, { ...facts, contentsSize: 300 }))).toBe('placeholder_too_small')
    expect(await codeOf(() => sign(makePdf(), signer, { ...facts, contentsSize: 0 }))).toBe('placeholder_too_small')
  })

  it('refuses places outside the page', async () => {
    const at = (more: Partial<Rectangle>): Promise<string> =>
      codeOf(() => sign(makePdf(), signer, { ...facts, rectangle: { ...rectangle, ...more } }))
    expect(await at({ page: 2 })).toBe('page_not_found')
    expect(await at({ page: 0 })).toBe('page_not_found')
    expect(await at({ x: 500 })).toBe('rectangle_outside_page')
    expect(await at({ width: 0 })).toBe('rectangle_outside_page')
    expect(await at({ y: Number.NaN })).toBe('rectangle_outside_page')
  })

  it('writes texts in any script', async () => {
    const signed = await sign(makePdf(), signer, {
      ...facts,
      signingTime: new Date('2026-11-20T17:31:05Z'),
      reason: 'Añadí (сто) 印',
      contactInfo: 'a\\b(c',
    })
    const file = readPdf(signed.pdf)
    const signature = file.dict(fieldsOf(file)[0]!.value)!
    expect(['M', 'Name', 'Reason', 'Location', 'ContactInfo'].map((key) => textOf(signature.get(key)))).toEqual([
      "D:20261120123105-05'00'",
      'Lucía Fernanda Peñaherrera Narváez',
      'Añadí (сто) 印',
      'Quito',
      'a\\b(c',
    ])
    expect(signature.get('ByteRange')).toMatchObject({ items: signed.byteRange })
    const id = file.trailer.get('ID') as PdfArray
    expect(Buffer.from((id.items[0] as { bytes: Uint8Array }).bytes).toString('hex')).toBe(
      '00112233445566778899aabbccddeeff',
    )
    expect(id.items[1]).not.toMatchObject({ bytes: (id.items[0] as { bytes: Uint8Array }).bytes })
  })
})

/** PDFs in Debian packages, made by TeX, FOP, dblatex, Ghostscript. */
const documents = [
  '/usr/share/doc/zlib1g-dev/crc-doc.1.0.pdf.gz',
  '/usr/share/doc/nettle-dev/nettle.pdf.gz',
  '/usr/share/doc/fontconfig/fontconfig-user.pdf.gz',
  '/usr/share/doc/libtasn1-doc/libtasn1.pdf',
  '/usr/share/doc/valgrind/valgrind_manual.pdf.gz',
  '/usr/share/doc/shared-mime-info/shared-mime-info-spec.pdf',
  '/usr/share/doc/bzip2/manual.pdf.gz',
].filter((path) => existsSync(path))

describe('signing documents of other programs', () => {
  const contentsOf = (path: string): Buffer =>
    path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)

  it.each(documents)('%s', async (path) => {
    const pdf = contentsOf(path)
    const first = await sign(pdf, signer, { ...facts, rectangle })
    const second = await sign(first.pdf, signer, facts)
    expectValid(second.pdf, 2)
    expectToolsAgree(second.pdf, 2, pdf)
  })

  it.runIf(hasTools).each([
    ['--linearize', '--object-streams=disable'],
    ['--linearize', '--object-streams=generate'],
    ['--qdf', '--object-streams=preserve'],
    ['--newline-before-endstream', '--object-streams=generate'],
    ['--linearize', '--encrypt', '', 'owner', '256', '--', '--object-streams=generate'],
  ])('rewritten with %s %s', async (...args) => {
    for (const path of documents.slice(0, 3)) {
      const pdf = rewriteWithQpdf(args, contentsOf(path))
      const signed = await sign(pdf, signer, { ...facts, rectangle: { ...rectangle, page: 2 } })
      expectValid(signed.pdf, 1)
      expectToolsAgree(signed.pdf, 1, pdf)
    }
  })
})

describe('signing hostile bytes', () => {
  it('fails with a PadesError, or signs what is readable', async () => {
    let state = 7
    const random = (limit: number): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state % limit
    }
    const originals = [
      makePdf({ form: 'indirect-fields', annots: 'indirect', emptyField: { name: 'Firma', rect: [10, 10, 90, 50] } }),
      makePdf({ xref: 'stream', form: 'direct', updates: 1 }),
    ]
    for (const original of originals) {
      for (let round = 0; round < 400; round++) {
        const copy = Buffer.from(original)
        for (let flips = 1 + random(3); flips > 0; flips--) copy[random(copy.length)] = random(256)
        await codeOf(() => prepare(copy, { ...facts, signerName: 'x', contentsSize: 100, rectangle }))
        await codeOf(() => prepare(copy, { ...facts, signerName: 'x', contentsSize: 100, fieldName: 'Firma' }))
      }
    }
  })
})
