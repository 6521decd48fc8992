import { bindings, fieldTypes, type FieldType } from '@foja/contracts/template-field-types'
import type { TemplateField } from '@foja/contracts/template-fields'
import { describe, expect, it } from 'vitest'
import { bindValues } from './bind-values.ts'
import { bindingsOf } from './bindings-of-type.ts'
import { newField } from './new-field.ts'

const make = (type: FieldType, change: Partial<TemplateField>): TemplateField => ({
  ...newField(type, { page: 1, x: 0, y: 0, taken: [] }),
  key: 'campo',
  ...change,
})

describe('the initial values of a form', () => {
  it('come from the bindings of the fields, else from their defaults', () => {
    const name = make('text', { binding: 'parte.1.nombre', default: 'N. N.' })
    expect(bindValues([name], { 'parte.1.nombre': 'Íñigo Núñez' }, 'es-EC')).toEqual({ campo: 'Íñigo Núñez' })
    for (const source of [{}, { 'parte.1.nombre': null }, { 'parte.1.nombre': ' ' }])
      expect(bindValues([name], source, 'es-EC')).toEqual({ campo: 'N. N.' })
  })

  it('omit fields without a value', () => {
    expect(bindValues([make('text', {}), make('text', { default: '' })], {}, 'es-EC')).toEqual({})
    expect(bindValues([make('checkbox', { default: false })], {}, 'es-EC')).toEqual({ campo: false })
  })

  it('have days as dates in date fields, and in the words of the country in texts', () => {
    const source = { hoy: '2028-02-29' }
    expect(bindValues([make('date', { binding: 'hoy' })], source, 'es-EC')).toEqual({ campo: '2028-02-29' })
    expect(bindValues([make('text', { binding: 'hoy' })], source, 'es-EC')).toEqual({ campo: '29 de febrero de 2028' })
    expect(bindValues([make('text', { binding: 'hoy' })], source, 'en-US')).toEqual({ campo: 'February 29, 2028' })
  })

  it('contain only options of the list in select fields', () => {
    const list = make('select', { options: ['Acta', 'Poder'], binding: 'solicitud.tipo', default: 'Poder' })
    expect(bindValues([list], { 'solicitud.tipo': 'Acta' }, 'es-EC')).toEqual({ campo: 'Acta' })
    expect(bindValues([list], { 'solicitud.tipo': 'Otro' }, 'es-EC')).toEqual({ campo: 'Poder' })
  })

  it('ignore bindings that do not fit the type', () => {
    expect(bindValues([make('number', { binding: 'hoy' })], { hoy: '2028-02-29' }, 'es-EC')).toEqual({})
  })

  it('accept every binding that fits the type', () => {
    const counts = Object.fromEntries(fieldTypes.map((type) => [type, bindingsOf(type).length]))
    expect(counts).toEqual({
      text: bindings.length,
      multiline: bindings.length,
      qr: bindings.length,
      select: bindings.length - 2,
      date: 2,
      number: 0,
      checkbox: 0,
      image: 0,
      signature: 0,
    })
  })
})
