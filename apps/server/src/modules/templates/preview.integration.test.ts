import type { PageImages } from '@foja/contracts/common'
import type { TemplateData, TemplateField } from '@foja/contracts/template-fields'
import { fieldOverflows } from '@foja/contracts/template-field-types'
import type { Template } from '@foja/contracts/templates'
import { makePdf } from '@foja/testing/pdfs'
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bodyOf, expectProblem, pdfFile, openOffice, storedKeys, type Caller } from '../../../test/office.ts'
import { plainPng, pngOf } from '../../../test/pictures.ts'
import { details, fieldOf, fill, filledOf, makeTemplate, preview, uploadBase } from '../../../test/templates.ts'

const office = await openOffice()
const picture = `data:image/png;base64,${plainPng(40, 30).toString('base64')}`

const filledPages = (caller: Caller, id: string, body: object) =>
  caller.post(`/api/v1/template_data_pdf_to_image/${id}/`, body)

/** Digest of a page image: the same pixels always have the same bytes. */
async function digestOf(url: string): Promise<string> {
  const response = await fetch(new URL(url, office.server.origin))
  if (response.status !== 200) throw new Error(await response.text())
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex')
}

const pixels = async ({ pages }: PageImages) => await Promise.all(pages.map(({ url }) => digestOf(url)))

/** One field of each type and of each overflow mode, on the given page. */
function everyField(page: number): TemplateField[] {
  const long = fieldOverflows.flatMap((overflow, at) =>
    (['text', 'multiline'] as const).map((type) => ({
      ...fieldOf(type, {
        key: `${type}_${overflow}_${page}`,
        page,
        x: 20 + at * 120,
        width: 110,
        height: type === 'text' ? 16 : 40,
      }),
      y: type === 'text' ? 200 : 220,
      style: { font: 'inter_bold' as const, size: 12, align: 'center' as const, color: '#8a5a00', overflow },
    })),
  )
  const others = (['number', 'date', 'checkbox', 'select', 'image', 'signature', 'qr'] as const).map((type, at) =>
    fieldOf(type, {
      key: `${type}_${page}`,
      page,
      x: 20 + (at % 4) * 90,
      y: at < 4 ? 280 : 310,
      width: 80,
      height: at < 4 ? 20 : 60,
    }),
  )
  return [...long, ...others]
}

function dataFor(fields: readonly TemplateField[]): TemplateData {
  const long = 'Comparecen libre y voluntariamente Íñigo Núñez Íñiguez y la compañía Inmobiliaria La Mariscal S. A.'
  const values: Partial<Record<TemplateField['type'], TemplateData[string]>> = {
    text: long,
    multiline: `${long}\nSegunda línea — ${long}`,
    number: '1150.5',
    date: '2026-11-20',
    checkbox: true,
    select: 'Parcial',
    image: picture,
    qr: 'https://foja.example/v/ABCD',
  }
  return Object.fromEntries(
    fields.flatMap(({ key, type }) => (values[type] === undefined ? [] : [[key, values[type]!] as const])),
  )
}

describe('a preview of a filled template', () => {
  const bases: [string, Parameters<typeof makePdf>[0]][] = [
    ['plain pages', {}],
    ['pages turned by 90 degrees', { rotate: 90 }],
    ['pages turned by 180 degrees', { rotate: 180 }],
    ['pages turned by 270 degrees', { rotate: 270, inherit: true }],
    ['cropped pages', { mediaBox: [-20, -30, 700, 900], cropBox: [30, 40, 560, 800] }],
    ['cropped and turned pages', { mediaBox: [0, 0, 700, 900], cropBox: [30, 40, 560, 800], rotate: 90 }],
    ['pages in larger units', { userUnit: 1.5 }],
    ['a file of object streams', { xref: 'stream' }],
  ]
  it.each(bases)('equals the filled document pixel by pixel: %s', async (_name, options) => {
    const { gestor, usuario } = office
    const { pdf_path } = await uploadBase(gestor, pdfFile('base.pdf', makePdf({ pages: 3, ...options })))
    const fields = [...everyField(1), ...everyField(3)]
    const data = dataFor(fields)
    const draft = await bodyOf<PageImages>(await preview(gestor, { pdf_path, fields, data, images: true }), 200)
    const saved = await bodyOf<Template>(
      await gestor.post('/api/v1/save_template/', { name: 'Todo', pdf_path, fields }),
      201,
    )
    const images = await bodyOf<PageImages>(await filledPages(usuario, saved.id, { data }), 200)
    const document = await filledOf(await fill(usuario, saved.id, data))
    const out = await usuario.post('/api/v1/pdf_to_image/', { pdf_path: document.pdf_path })
    const expected = await bodyOf<PageImages>(out, 200)
    expect(images.pages.map(({ width, height }) => [width, height])).toEqual(
      expected.pages.map(({ width, height }) => [width, height]),
    )
    const wanted = await pixels(expected)
    expect(await pixels(images)).toEqual(wanted)
    expect(await pixels(draft)).toEqual(wanted)
    const base = await bodyOf<PageImages>(await usuario.post(`/api/v1/template_pdf_to_image/${saved.id}/`, {}), 200)
    const empty = await pixels(base)
    expect(wanted.map((page, at) => page === empty[at])).toEqual([false, true, false])
    // Pages without fields use the image that the browser has already.
    expect(images.pages[1]!.url).toBe(base.pages[1]!.url)
    const pdf = await preview(usuario, { id: saved.id, data })
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    const sha256 = createHash('sha256')
      .update(Buffer.from(await pdf.arrayBuffer()))
      .digest('hex')
    expect(sha256).toBe(document.sha256)
  })

  it('accepts missing values, but refuses invalid ones', async () => {
    const { gestor, usuario } = office
    const { id } = await makeTemplate(gestor, [fieldOf('text', { required: true }), fieldOf('date', { y: 100 })], {
      name: 'Acta',
    })
    expect((await bodyOf<PageImages>(await filledPages(usuario, id, { data: {} }), 200)).paginas).toBe(2)
    const wrong = await expectProblem(
      await filledPages(usuario, id, { data: { date: 'ayer' } }),
      400,
      'template_data_wrong',
    )
    expect(wrong.errors).toMatchObject([{ field: 'data.date', code: 'not_a_date' }])
    await expectProblem(await filledPages(usuario, id, { data: { text: '漢' } }), 400, 'text_not_encodable')
    // The download requires all values.
    const missing = await filledPages(usuario, id, { data: {}, isDownload: true })
    await expectProblem(missing, 400, 'template_data_wrong')
    const file = await filledPages(usuario, id, { data: { text: 'Ana' }, isDownload: true })
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(file.headers.get('content-disposition')).toContain('Acta.pdf')
    expect((await details(gestor, id)).uses).toBe(0)
  })

  it('of a draft requires permission to read its PDF, and valid fields', async () => {
    const { gestor, usuario, ajeno } = office
    const { pdf_path } = await uploadBase(gestor)
    const draft = { pdf_path, fields: [fieldOf('text')], data: { text: 'Hola' } }
    expect((await preview(gestor, draft)).status).toBe(200)
    for (const caller of [usuario, ajeno]) await expectProblem(await preview(caller, draft), 404, 'not_found')
    const twice = { ...draft, fields: [...draft.fields, ...draft.fields] }
    await expectProblem(await preview(gestor, twice), 400, 'template_key_repeated')
    await expectProblem(await preview(gestor, { ...draft, id: pdf_path }), 400, 'validation_failed')
  })

  it('is deleted after twelve newer ones of the same user', async () => {
    const { gestor } = office
    const { id } = await makeTemplate(gestor, [fieldOf('text')])
    const before = (await storedKeys(office)).length
    const previewUrl = async (text: string) =>
      (await bodyOf<PageImages>(await filledPages(gestor, id, { data: { text } }), 200)).pages[0]!.url
    const first = await previewUrl('primera')
    expect(await previewUrl('primera')).toBe(first)
    for (let turn = 0; turn < 12; turn += 1) await previewUrl(`vista ${turn}`)
    expect((await storedKeys(office)).length).toBeLessThanOrEqual(before + 12)
    expect((await fetch(new URL(first, office.server.origin))).status).toBe(404)
  })
})

describe('a large request body', () => {
  it('is accepted with images, from authenticated users', async () => {
    const { gestor, server } = office
    const noise = pngOf(700, 700, randomBytes(700 * 700 * 4))
    const image = `data:image/png;base64,${noise.toString('base64')}`
    expect(image.length).toBeGreaterThan(1_900_000)
    const fields = [fieldOf('image', { key: 'a', height: 200 }), fieldOf('image', { key: 'b', y: 400, height: 200 })]
    const { id } = await makeTemplate(gestor, fields)
    await filledOf(await fill(gestor, id, { a: image, b: image }))
    const text = JSON.stringify({ id, data: { a: 'x'.repeat(3_000_001) } })
    const headers = { 'content-type': 'application/json' }
    const path = '/api/v1/fill_template/'
    await expectProblem(await gestor.call(path, { method: 'POST', headers, body: text }), 400, 'validation_failed')
    const huge = { method: 'POST', headers, body: `"${'x'.repeat(13_000_000)}"` }
    expect((await gestor.call(path, huge)).status).toBe(413)
    const stranger = await fetch(new URL(path, server.origin), { method: 'POST', headers, body: text })
    expect(stranger.status).toBe(401)
  })
})
