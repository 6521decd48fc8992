import { templateFieldSchema, type TemplateField } from '@foja/contracts/template-fields'
import { checkFields } from '@foja/forms/check-fields'
import { makePdf } from '@foja/testing/pdfs'
import { afterAll, describe, expect, it } from 'vitest'
import { textPdf } from '../test/build-pdf.ts'
import { boxStates, firstField, formPdf, widget } from '../test/form-pdf.ts'
import { createFiller } from './filler.ts'

const filler = await createFiller({ threads: 1 })
afterAll(() => filler.close())

const fieldsOf = async (pdf: Uint8Array) => (await filler.detectFields(pdf)).fields
const one = async (pdf: Uint8Array) => {
  const [field, ...others] = await fieldsOf(pdf)
  expect(others).toEqual([])
  return field
}

describe('field detection', () => {
  it('finds nothing without a form', async () => {
    expect(await filler.detectFields(textPdf(2))).toEqual({ fields: [], skipped: [] })
  })

  it('finds a text with its place, length, alignment, type and value', async () => {
    const pdf = formPdf([
      `/FT/Tx/T(nombre)/TU(Nombre y\\napellidos)/V(Ana)/MaxLen 40/Ff 2/Q 1/DA(/HeBo 14 Tf 1 0 0 rg)${widget('20 250 120 270')}`,
    ])
    expect(await one(pdf)).toEqual({
      key: 'nombre',
      label: 'Nombre y apellidos',
      type: 'text',
      page: 1,
      x: 20,
      y: 30,
      width: 100,
      height: 20,
      required: true,
      default: 'Ana',
      max_length: 40,
      style: { font: 'inter_bold', size: 14, align: 'center', color: '#ff0000', overflow: 'shrink' },
      form_field: 'nombre',
    })
  })

  it.each([
    ['/FT/Tx/Ff 4096', { type: 'multiline' }],
    ['/FT/Tx/Ff 8192', { type: 'text' }],
    ['/FT/Tx/MaxLen 99999', { type: 'text', max_length: undefined }],
    ['/FT/Ch/Ff 131072/Opt[(Uno)(Dos)]/V(Dos)', { type: 'select', options: ['Uno', 'Dos'], default: 'Dos' }],
    ['/FT/Ch/Opt[[(1)(Uno)][(2)(Dos)][(3)(Dos)]]/V[(2)]', { type: 'select', options: ['Uno', 'Dos'], default: 'Dos' }],
    ['/FT/Ch/Ff 393216', { type: 'text', options: undefined }],
    [`/FT/Btn${boxStates('Si')}/V/Si`, { type: 'checkbox', default: true }],
    [`/FT/Btn${boxStates('Si')}/V/Off`, { type: 'checkbox', default: undefined }],
    ['/FT/Sig', { type: 'signature', required: true }],
  ])('finds %s as %o', async (entries, expected) => {
    const field = await one(formPdf([`/T(campo)${entries}${widget('20 250 120 270')}`]))
    const asked = Object.keys(expected) as (keyof TemplateField)[]
    expect(Object.fromEntries(asked.map((key) => [key, field?.[key]]))).toEqual(expected)
  })

  it('finds radio buttons as one choice, with the box around them all', async () => {
    const parent = `/FT/Btn/Ff 49152/T(estado)/V/casado/Kids[${firstField + 1} 0 R ${firstField + 2} 0 R]`
    const kid = (state: string, rect: string) => `<</Parent ${firstField} 0 R${widget(rect)}${boxStates(state)}>>`
    const pdf = formPdf([parent], {
      more: [kid('soltero', '20 250 40 270'), kid('casado', '60 240 80 260')],
      widgets: [firstField + 1, firstField + 2],
    })
    expect(await one(pdf)).toMatchObject({
      type: 'select',
      options: ['soltero', 'casado'],
      default: 'casado',
      x: 20,
      y: 30,
      width: 60,
      height: 30,
    })
  })

  it('uses full names, inherits attributes, and keeps reading order', async () => {
    const parent = `/T(persona)/FT/Tx/Ff 2/Kids[${firstField + 2} 0 R ${firstField + 3} 0 R]`
    const pdf = formPdf([parent, `/T(otro)/FT/Tx${widget('200 252 290 272')}`], {
      more: [
        `<</Parent ${firstField} 0 R/T(apellido[0])${widget('20 200 120 220')}>>`,
        `<</Parent ${firstField} 0 R/T(nombre[0])${widget('20 250 120 270')}>>`,
      ],
      widgets: [firstField + 2, firstField + 3],
    })
    const fields = await fieldsOf(pdf)
    expect(fields.map(({ form_field, key, required }) => [form_field, key, required])).toEqual([
      ['persona.nombre[0]', 'nombre', true],
      ['otro', 'otro', false],
      ['persona.apellido[0]', 'apellido', true],
    ])
  })

  it('skips unsupported fields with the reason', async () => {
    const { fields, skipped } = await filler.detectFields(
      formPdf([
        `/T(enviar)/FT/Btn/Ff 65536${widget('20 250 120 270')}`,
        `/T(oculto)/FT/Tx/Type/Annot/Subtype/Widget/F 2/Rect[20 200 120 220]`,
        `/T(vacio)/FT/Tx${widget('20 20 20 20')}`,
        `/T(fuera)/FT/Tx${widget('900 900 950 950')}`,
        `/T(huerfano)/FT/Tx/Kids[]`,
        `/T(campo)/FT/Tx${widget('20 150 120 170')}`,
        `/T(campo)/FT/Tx${widget('20 100 120 120')}`,
      ]),
    )
    expect(fields.map(({ key }) => key)).toEqual(['campo'])
    expect(skipped).toEqual([
      { name: 'enviar', reason: 'button' },
      { name: 'oculto', reason: 'hidden' },
      { name: 'vacio', reason: 'hidden' },
      { name: 'fuera', reason: 'off_page' },
      { name: 'huerfano', reason: 'hidden' },
    ])
  })

  it('stays within the limits of a template, and is always valid', async () => {
    const places = Array.from({ length: 520 }, (_, index) => {
      const [left, bottom] = [(index % 20) * 15 - 6, Math.floor(index / 20) * 11]
      return `/T(c ${index} \\376\\377)/FT/Tx/V(x)/DA(/Helv 900 Tf)${widget(`${left} ${bottom} ${left + (index % 3) * 6 + 1} ${bottom + 2}`)}`
    })
    const { fields, skipped } = await filler.detectFields(formPdf(places))
    expect(fields).toHaveLength(500)
    expect(skipped.filter(({ reason }) => reason === 'too_many').length).toBeGreaterThan(0)
    for (const field of fields) expect(templateFieldSchema.parse(field)).toEqual(field)
    expect(checkFields(fields, [{ width: 300, height: 300 }], 'es-EC')).toEqual([])
  })

  it('returns displayed places on rotated and cropped pages', async () => {
    const base = (rotate: 0 | 90 | 180 | 270) =>
      makePdf({ form: 'indirect', rotate, mediaBox: [0, 0, 600, 800], cropBox: [50, 20, 550, 700] })
    // 60 60 200 80 in the space of the page
    const places = await Promise.all(([0, 90, 180, 270] as const).map(async (rotate) => one(base(rotate))))
    expect(places.map((field) => [field?.x, field?.y, field?.width, field?.height])).toEqual([
      [10, 620, 140, 20],
      [40, 10, 20, 140],
      [350, 40, 140, 20],
      [620, 350, 20, 140],
    ])
  })

  it('returns points on a page with a user unit, and sizes that look the same', async () => {
    const field = await one(makePdf({ form: 'indirect', userUnit: 2, mediaBox: [0, 0, 300, 400] }))
    expect(field).toMatchObject({ x: 120, y: 640, width: 280, height: 40, style: { size: 20 } })
  })
})
