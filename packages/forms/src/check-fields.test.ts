import { fieldTypes, type FieldType } from '@foja/contracts/template-field-types'
import type { TemplateField } from '@foja/contracts/template-fields'
import { describe, expect, it } from 'vitest'
import { checkFields } from './check-fields.ts'
import { newField } from './new-field.ts'

const pages = [
  { width: 595.28, height: 841.89 },
  { width: 841.89, height: 595.28 },
]
const make = (type: FieldType, change: Partial<TemplateField> = {}): TemplateField => ({
  ...newField(type, { page: 1, x: 10, y: 10, taken: [] }),
  ...change,
})
const check = (...fields: TemplateField[]) => checkFields(fields, pages, 'es-EC')
const codes = (...fields: TemplateField[]) => check(...fields).map((problem) => [problem.property, problem.code])

describe('checkFields', () => {
  it('accepts new fields', () => {
    for (const type of fieldTypes) expect(check(make(type))).toEqual([])
  })

  it('requires unique keys', () => {
    expect(check(make('text'), make('date'), make('text'))).toEqual([
      { index: 2, field: 'texto', property: 'key', code: 'key_repeated' },
    ])
  })

  it('requires a place on a page, up to its edges', () => {
    expect(codes(make('text', { page: 3 }))).toEqual([['page', 'page_not_found']])
    expect(codes(make('text', { page: 2, x: 641.89, y: 575.28 }))).toEqual([])
    expect(codes(make('text', { page: 2, x: 641.91 }))).toEqual([['x', 'outside_page']])
    expect(codes(make('text', { page: 1, y: 821.91 }))).toEqual([['y', 'outside_page']])
    // a drag rounded to a hundredth of a point
    expect(codes(make('text', { x: 395.285, y: 821.895 }))).toEqual([])
  })

  it('requires unique, writable options for lists', () => {
    expect(codes(make('select', { options: undefined }))).toEqual([['options', 'options_missing']])
    expect(codes(make('select', { options: [] }))).toEqual([['options', 'options_missing']])
    expect(codes(make('text', { options: ['a'] }))).toEqual([['options', 'options_not_of_type']])
    expect(check(make('select', { options: ['a', 'b', 'a'] }))).toMatchObject([
      { code: 'option_repeated', values: { option: 'a' } },
    ])
    expect(check(make('select', { options: ['a', 'sí 👍'] }))).toMatchObject([
      { code: 'option_cannot_be_written', values: { option: 'sí 👍', characters: ['👍'] } },
    ])
  })

  it('requires that a role signs once, and only signatures have one', () => {
    const signs = (key: string, role?: string) => make('signature', { key, ...(role === undefined ? {} : { role }) })
    expect(codes(signs('a', 'Arrendador'), signs('b', 'Arrendataria'), signs('c'), signs('d'))).toEqual([])
    expect(check(signs('a', 'Testigo'), signs('b', 'Testigo'))).toMatchObject([
      { index: 1, property: 'role', code: 'role_repeated' },
    ])
    expect(codes(make('text', { role: 'Testigo' }))).toEqual([['role', 'role_not_of_type']])
  })

  it("requires defaults of the field's type", () => {
    expect(codes(make('checkbox', { default: true }), make('number', { default: '12.50' }))).toEqual([])
    expect(check(make('date', { default: '2027-02-29' }))).toEqual([
      {
        index: 0,
        field: 'fecha',
        property: 'default',
        code: 'default_wrong',
        fault: { code: 'not_a_date', values: { example: '20/11/2026' } },
      },
    ])
    expect(check(make('text', { default: 'cuatro', max_length: 3 }))).toMatchObject([{ fault: { code: 'too_long' } }])
    expect(codes(make('image', { default: 'x' }))).toEqual([['default', 'default_not_of_type']])
    expect(codes(make('signature', { default: 'x' }))).toEqual([['default', 'default_not_of_type']])
    expect(codes(make('image', { default: '' }))).toEqual([])
  })

  it("requires formats of the field's type, and a currency for amounts only", () => {
    expect(codes(make('text', { format: { kind: 'date', as: 'long' } }))).toEqual([['format', 'format_not_of_type']])
    const as = (change: object) => make('number', { format: { kind: 'number', as: 'decimal', decimals: 2, ...change } })
    expect(codes(as({ as: 'currency' }))).toEqual([['format', 'currency_missing']])
    expect(codes(as({ currency: 'USD' }))).toEqual([['format', 'currency_not_of_format']])
    expect(codes(as({ as: 'currency', currency: 'USD' }))).toEqual([])
    expect(codes(make('date', { format: undefined }))).toEqual([])
  })

  it('requires bindings that fit the type', () => {
    expect(codes(make('text', { binding: 'hoy' }), make('date', { binding: 'hoy' }))).toEqual([])
    expect(codes(make('date', { binding: 'empresa.nombre' }))).toEqual([['binding', 'binding_not_of_type']])
    expect(codes(make('number', { binding: 'hoy' }))).toEqual([['binding', 'binding_not_of_type']])
    expect(codes(make('select', { binding: 'solicitud.tipo' }))).toEqual([])
    expect(codes(make('select', { binding: 'hoy' }))).toEqual([['binding', 'binding_not_of_type']])
    expect(codes(make('signature', { binding: 'usuario.nombre' }))).toEqual([['binding', 'binding_not_of_type']])
  })

  it('allows a maximum length for texts only', () => {
    expect(codes(make('multiline', { max_length: 9 }))).toEqual([])
    expect(codes(make('number', { max_length: 9 }))).toEqual([['max_length', 'max_length_not_of_type']])
  })

  it('lets those who sign in a field of the template fill other fields, and no others', () => {
    const signature = make('signature', { key: 'arrendador' })
    expect(codes(make('text', { key: 'a', filled_by: 'arrendador' }), signature)).toEqual([])
    expect(codes(make('text', { key: 'a', filled_by: 'b' }), make('text', { key: 'b' }), signature)).toEqual([
      ['filled_by', 'filled_by_not_found'],
    ])
    expect(codes({ ...signature, filled_by: 'arrendador' })).toEqual([['filled_by', 'filled_by_not_of_type']])
  })

  it('allows 500 fields', () => {
    const many = Array.from({ length: 502 }, (_, index) => make('text', { key: `texto_${index}` }))
    expect(check(...many)).toEqual([
      { index: 500, field: 'texto_500', property: 'key', code: 'too_many_fields', values: { max: 500 } },
    ])
  })
})
