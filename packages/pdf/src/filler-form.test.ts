import type { TemplateField } from '@foja/contracts/template-fields'
import { afterAll, describe, expect, it } from 'vitest'
import { PDF } from '@libpdf/core'
import { boxStates, firstField, formPdf, widget } from '../test/form-pdf.ts'
import { readPixels } from '../test/pixels.ts'
import { fieldAt, openFillStage, type Values } from '../test/fill-stage.ts'
import type { Place } from '../test/difference.ts'

const stage = await openFillStage()
afterAll(() => stage.close())

/** Fills a form through the detected fields, by key. */
async function fillForm(base: Uint8Array, values: Values, options: { flatten?: boolean } = {}) {
  const { fields } = await stage.filler.detectFields(Uint8Array.from(base))
  const { bytes } = await stage.fill(base, fields, values, options)
  return { fields, bytes }
}

/** The form's values as read by another library. */
async function readValues(pdf: Uint8Array): Promise<Record<string, unknown>> {
  const form = (await PDF.load(Uint8Array.from(pdf))).getForm()
  return Object.fromEntries(form?.getFields().map((field) => [field.name, field.getValue()]) ?? [])
}

const seen = async (before: Uint8Array, after: Uint8Array, places: Place[]) => stage.difference(before, after, places)

describe("filled fields of the PDF's own form", () => {
  it('store and show a text, and change nothing else', async () => {
    const base = formPdf([`/T(nombre)/FT/Tx${widget('20 250 180 270')}`])
    const { fields, bytes } = await fillForm(base, { nombre: 'Ñandú Peñaherrera ľščť' })
    expect(await readValues(bytes)).toEqual({ nombre: 'Ñandú Peñaherrera ľščť' })
    const { outside, inside } = await seen(base, bytes, fields)
    expect(outside).toBe(0)
    expect(inside[0]).toBeGreaterThan(200)
  })

  it('replace old values, and are cleared without a new one', async () => {
    const base = formPdf([`/T(a)/FT/Tx/V(antes)/RV(<p>antes</p>)${widget('20 250 180 270')}`])
    const changed = await fillForm(base, { a: 'ahora' })
    expect(await readValues(changed.bytes)).toEqual({ a: 'ahora' })
    const emptied = await fillForm(changed.bytes, {})
    expect(Object.values(await readValues(emptied.bytes)).filter(Boolean)).toEqual([])
    expect((await seen(base, emptied.bytes, emptied.fields)).outside).toBe(0)
    expect(Buffer.from(changed.bytes.subarray(base.length)).includes('/RV')).toBe(false)
  })

  it('spread a comb over its cells', async () => {
    const cells = [0, 1, 2, 3].map((cell) => ({ x: 20 + cell * 40, y: 30, width: 40, height: 20 }))
    const base = formPdf([`/T(codigo)/FT/Tx/Ff 16777216/MaxLen 4${widget('20 250 180 270')}`])
    const { outside, inside } = await seen(base, (await fillForm(base, { codigo: 'AB1' })).bytes, cells)
    expect(outside).toBe(0)
    expect(inside.map((pixels) => pixels > 20)).toEqual([true, true, true, false])
  })

  it('mask a password', async () => {
    const base = formPdf([`/T(clave)/FT/Tx/Ff 8192${widget('20 250 180 270')}`])
    const { bytes } = await fillForm(base, { clave: 'secreto' })
    expect(await readValues(bytes)).toEqual({ clave: 'secreto' })
    expect((await stage.renderer.searchText(bytes, { query: 'secreto' })).hits).toEqual([])
  })

  it.each([
    ['a list that folds', '/Ff 131072', 'dos'],
    ['an open list', '', 'dos'],
  ])('store the selection of %s', async (_, flags, kept) => {
    const base = formPdf([
      `/T(lista)/FT/Ch${flags}/Opt[[(uno)(Número uno)][(dos)(Número dos)]]${widget('20 210 180 270')}`,
    ])
    const { fields, bytes } = await fillForm(base, { lista: 'Número dos' })
    expect(JSON.stringify(await readValues(bytes))).toContain(kept)
    const { outside, inside } = await seen(base, bytes, fields)
    expect(outside).toBe(0)
    expect(inside[0]).toBeGreaterThan(100)
  })

  it("tick a box with the form's own appearance, and untick it", async () => {
    const base = formPdf([`/T(acepta)/FT/Btn${boxStates('Si')}${widget('20 250 40 270')}`])
    const ticked = await fillForm(base, { acepta: true })
    const { outside, inside } = await seen(base, ticked.bytes, ticked.fields)
    expect(outside).toBe(0)
    expect(inside[0]).toBeGreaterThan(18 * 18 * 3)
    const empty = await fillForm(ticked.bytes, { acepta: false })
    expect(await seen(base, empty.bytes, empty.fields)).toEqual({ outside: 0, inside: [0] })
  })

  it('draw a tick if the form has no appearance for it', async () => {
    const base = formPdf([`/T(acepta)/FT/Btn${widget('20 250 40 270')}`])
    const { fields, bytes } = await fillForm(base, { acepta: true })
    const { outside, inside } = await seen(base, bytes, fields)
    expect(outside).toBe(0)
    expect(inside[0]).toBeGreaterThan(50)
  })

  it('turn on the chosen radio button', async () => {
    const parent = `/FT/Btn/Ff 49152/T(estado)/Kids[${firstField + 1} 0 R ${firstField + 2} 0 R]`
    const kid = (state: string, rect: string) => `<</Parent ${firstField} 0 R${widget(rect)}${boxStates(state)}>>`
    const base = formPdf([parent], {
      more: [kid('soltero', '20 250 40 270'), kid('casado', '60 250 80 270')],
      widgets: [firstField + 1, firstField + 2],
    })
    const places = [
      { x: 20, y: 30, width: 20, height: 20 },
      { x: 60, y: 30, width: 20, height: 20 },
    ]
    const { fields, bytes } = await fillForm(base, { estado: 'casado' })
    const { outside, inside } = await seen(base, bytes, places)
    expect([outside, inside[0], (inside[1] ?? 0) > 500]).toEqual([0, 0, true])
    const other = (await stage.fill(bytes, fields, { estado: 'soltero' })).bytes
    const after = await seen(base, other, places)
    expect([after.outside, (after.inside[0] ?? 0) > 500, after.inside[1]]).toEqual([0, true, 0])
    await expect(stage.fill(base, fields, { estado: 'viudo' })).rejects.toMatchObject({ code: 'pdf_cannot_be_filled' })
  })

  it('show one value in all their widgets', async () => {
    const parent = `/FT/Tx/T(nombre)/Kids[${firstField + 1} 0 R ${firstField + 2} 0 R]`
    const kid = (rect: string) => `<</Parent ${firstField} 0 R${widget(rect)}>>`
    const base = formPdf([parent], {
      more: [kid('20 250 120 270'), kid('20 100 220 130')],
      widgets: [firstField + 1, firstField + 2],
    })
    const { bytes } = await fillForm(base, { nombre: 'Ana' })
    const { outside, inside } = await seen(base, bytes, [
      { x: 20, y: 30, width: 100, height: 20 },
      { x: 20, y: 170, width: 200, height: 30 },
    ])
    expect(outside).toBe(0)
    expect(Math.min(...inside)).toBeGreaterThan(50)
  })

  it.each([
    ['upright', '', '', { width: 42, height: 15 }],
    ['upright on a turned page', '/Rotate 90', '', { width: 42, height: 15 }],
    ['as they say themselves', '', '/R 90', { width: 15, height: 42 }],
    ['as they say themselves on a turned page', '/Rotate 90', '/R 90', { width: 42, height: 15 }],
    ['upside down', '/Rotate 180', '/R 0', { width: 42, height: 15 }],
  ])('keep their frame when %s', async (_, page, turn, size) => {
    const marks = `/MK<</BC[0 0 1]/BG[1 1 0.8]${turn}>>`
    const base = formPdf([`/T(nombre)/FT/Tx/DA(/Helv 12 Tf)${widget('20 180 120 260', marks)}`], { page })
    const { fields, bytes } = await fillForm(base, { nombre: 'Textos' })
    const { outside, inside } = await seen(base, bytes, fields)
    expect(outside).toBe(0)
    expect(inside[0]).toBeGreaterThan(100)
    const at = await readPixels((await stage.renderer.renderPage(bytes, { page: 1, format: 'png' })).bytes)
    const { x, y } = fields[0]!
    expect(at((x + 5) / 300, (y + 5) / 300)).toEqual([255, 255, 204])
    const flat = await fillForm(base, { nombre: 'Textos' }, { flatten: true })
    const [hit] = (await stage.renderer.searchText(flat.bytes, { query: 'Textos' })).hits
    const [word] = hit?.rects ?? []
    expect(Math.abs((word?.width ?? 0) - size.width)).toBeLessThan(6)
    expect(Math.abs((word?.height ?? 0) - size.height)).toBeLessThan(6)
  })

  it('never need NeedAppearances, also for fields that the template omits', async () => {
    const base = formPdf(
      [`/T(uno)/FT/Tx/V(held)${widget('20 250 120 270')}`, `/T(dos)/FT/Tx/V(otro)${widget('20 200 120 220')}`],
      { form: '/NeedAppearances true' },
    )
    const { fields } = await stage.filler.detectFields(Uint8Array.from(base))
    const { bytes } = await stage.fill(base, fields.slice(1), { dos: 'nuevo' })
    const added = Buffer.from(bytes.subarray(base.length)).toString('latin1')
    expect(added).toMatch(/\/NeedAppearances false/)
    expect(added.match(/\/AP\b/g)).toHaveLength(2)
  })

  it("move with the template's field", async () => {
    const base = formPdf([`/T(nombre)/FT/Tx${widget('20 250 120 270')}`])
    const { fields } = await stage.filler.detectFields(Uint8Array.from(base))
    const moved = fields.map((field): TemplateField => ({ ...field, x: 100, y: 150, width: 150, height: 40 }))
    const { bytes } = await stage.fill(base, moved, { nombre: 'Ana' })
    const { outside, inside } = await seen(base, bytes, moved)
    expect(outside).toBe(0)
    expect(inside[0]).toBeGreaterThan(50)
    const [found] = (await stage.filler.detectFields(bytes)).fields
    expect(found).toMatchObject({ x: 100, y: 150, width: 150, height: 40 })
  })

  it('are drawn on the page when the form has no such name or kind', async () => {
    const base = formPdf([`/T(nombre)/FT/Btn/Ff 65536${widget('20 20 40 40')}`])
    const fields = [fieldAt('text', 'a', { form_field: 'nombre' }), fieldAt('text', 'b', { form_field: 'otro', y: 80 })]
    const { outside, inside } = await seen(base, (await stage.fill(base, fields, { a: 'Ana', b: 'Eva' })).bytes, fields)
    expect(outside).toBe(0)
    expect(Math.min(...inside)).toBeGreaterThan(30)
  })
})

describe('a flattened form', () => {
  const fields = [
    `/T(nombre)/FT/Tx${widget('20 250 180 270')}`,
    `/T(acepta)/FT/Btn${boxStates('Si')}${widget('200 250 220 270')}`,
    `/T(oculto)/FT/Tx/V(nunca)/Type/Annot/Subtype/Widget/F 2/Rect[20 20 200 40]`,
    `/T(resto)/FT/Tx/V(queda)${widget('20 200 180 220')}`,
    `/T(firma)/FT/Sig${widget('20 100 120 140')}`,
  ]

  it('looks the same, and only signatures can be changed', async () => {
    const base = formPdf(fields)
    const values = { nombre: 'Ana', acepta: true, resto: 'queda' }
    const open = await fillForm(base, values)
    const flat = await fillForm(base, values, { flatten: true })
    expect((await stage.difference(open.bytes, flat.bytes, [])).outside).toBe(0)
    const left = await stage.filler.detectFields(Uint8Array.from(flat.bytes))
    expect(left.fields.map(({ form_field }) => form_field)).toEqual(['firma'])
    expect((await stage.renderer.searchText(flat.bytes, { query: 'Ana' })).hits).toHaveLength(1)
    expect((await stage.renderer.searchText(flat.bytes, { query: 'nunca' })).hits).toEqual([])
  })

  it('shows fields that the template omits', async () => {
    const base = formPdf(fields.slice(3, 4))
    const { bytes } = await stage.fill(base, [], {}, { flatten: true })
    expect((await stage.renderer.searchText(bytes, { query: 'queda' })).hits).toHaveLength(1)
    expect(await stage.filler.detectFields(Uint8Array.from(bytes))).toEqual({ fields: [], skipped: [] })
  })

  it('keeps new signature fields', async () => {
    const field = fieldAt('signature', 'firma_nueva', { x: 20, y: 220, width: 100, height: 40 })
    const { bytes } = await stage.fill(formPdf(fields.slice(0, 1)), [field], {}, { flatten: true })
    const left = await stage.filler.detectFields(Uint8Array.from(bytes))
    expect(left.fields).toMatchObject([{ form_field: 'firma_nueva', x: 20, y: 220, width: 100, height: 40 }])
  })
})

describe('signature fields of a filled form', () => {
  it('are named by the key of the field, or numbered if the form has that name', async () => {
    const base = formPdf([`/T(firma)/FT/Tx${widget('20 250 180 270')}`])
    const signatures = [fieldAt('signature', 'firma', { y: 100 }), fieldAt('signature', 'firma_b', { y: 200 })]
    const { bytes } = await stage.fill(base, signatures, {})
    const { fields } = await stage.filler.detectFields(Uint8Array.from(bytes))
    expect(fields.map(({ form_field, type }) => [form_field, type])).toEqual([
      ['firma', 'text'],
      ['firma_2', 'signature'],
      ['firma_b', 'signature'],
    ])
    expect((await stage.difference(base, bytes, [])).outside).toBe(0)
  })

  it('of the form itself keep their name', async () => {
    const base = formPdf([`/T(Firma del juez)/FT/Sig${widget('20 250 180 270')}`])
    const { bytes } = await fillForm(base, {})
    const { fields } = await stage.filler.detectFields(Uint8Array.from(bytes))
    expect(fields.map(({ form_field }) => form_field)).toEqual(['Firma del juez'])
  })
})
