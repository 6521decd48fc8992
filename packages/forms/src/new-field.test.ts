import { templateFieldSchema, type TemplateField } from '@foja/contracts/template-fields'
import { fieldKeyPattern, fieldTypes } from '@foja/contracts/template-field-types'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newField, newFieldSize } from './new-field.ts'
import { keyFrom } from './unique-key.ts'

describe('a new field', () => {
  it.each(fieldTypes)('of type %s is complete and valid, in both languages', (type) => {
    for (const language of ['es', 'en'] as const) {
      const field = newField(type, { page: 2, x: 30, y: 40, taken: [], language })
      expect(templateFieldSchema.parse(field)).toEqual(field)
      expect(field).toMatchObject({ type, page: 2, x: 30, y: 40, ...newFieldSize(type) })
    }
  })

  it('is named after its type, numbered when the name is taken', () => {
    const fields: TemplateField[] = []
    for (let count = 0; count < 3; count++) fields.push(newField('multiline', { page: 1, x: 0, y: 0, taken: fields }))
    expect(fields.map((field) => [field.label, field.key])).toEqual([
      ['Texto largo', 'texto_largo'],
      ['Texto largo 2', 'texto_largo_2'],
      ['Texto largo 3', 'texto_largo_3'],
    ])
    expect(newField('number', { page: 1, x: 0, y: 0, taken: [] })).toMatchObject({ label: 'Número', key: 'numero' })
    expect(newField('qr', { page: 1, x: 0, y: 0, taken: [], language: 'en' }).label).toBe('QR code')
  })

  it('has a unique key even when another label produced the same one', () => {
    const taken = [{ label: 'Fecha de firma', key: 'fecha' }]
    expect(newField('date', { page: 1, x: 0, y: 0, taken })).toMatchObject({ label: 'Fecha', key: 'fecha_2' })
  })
})

describe('keyFrom', () => {
  it.each([
    ['Número de cédula', 'numero_de_cedula'],
    ['  ¿Acepta?  ', 'acepta'],
    ['Año 2026 (€)', 'ano_2026'],
    ['1.º apellido', 'campo_1_apellido'],
    ['Straße', 'strasse'],
    ['名前', 'campo'],
    ['', 'campo'],
    ['form1[0].Page1[0].Nombre', 'form1_0_page1_0_nombre'],
  ])('turns «%s» into %s', (label, key) => {
    expect(keyFrom(label, [])).toBe(key)
  })

  it('always returns a valid, free key', () => {
    const labels = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-c]{58,80}$/), fc.constant('x'))
    fc.assert(
      fc.property(fc.array(labels, { maxLength: 30 }), (all) => {
        const keys = new Set<string>()
        for (const label of all) {
          const key = keyFrom(label, keys)
          expect(key).toMatch(fieldKeyPattern)
          expect(keys.has(key)).toBe(false)
          keys.add(key)
        }
      }),
    )
  })
})
