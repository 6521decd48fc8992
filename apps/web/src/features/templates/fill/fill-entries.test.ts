import { describe, expect, it } from 'vitest'
import { makeField } from '../test/make.ts'
import { fieldAt } from './fill-preview.tsx'
import { entriesOf, readEntries } from '../../../shared/template-form/entries.ts'

const fields = [
  makeField('nombre', { required: true, max_length: 10 }),
  makeField('canon', { type: 'number', format: { kind: 'number', as: 'decimal', decimals: 2 } }),
  makeField('fecha', { type: 'date' }),
  makeField('acepta', { type: 'checkbox', required: true }),
  makeField('firma', { type: 'signature', required: true }),
]

describe('the values of a template form', () => {
  it('are shown in the notation of the locale', () => {
    const data = { nombre: 'Ana', canon: '1150.5', fecha: '2026-11-20', acepta: true }
    expect(entriesOf(fields, data, 'es-EC')).toEqual({
      nombre: 'Ana',
      canon: '1150,5',
      fecha: '2026-11-20',
      acepta: true,
    })
    expect(entriesOf(fields, { canon: 1150.5 }, 'es-MX')['canon']).toBe('1150.5')
    expect(entriesOf(fields, {}, 'es-EC')).toEqual({ nombre: '', canon: '', fecha: '', acepta: false })
  })

  it('are read back, with null for empty ones, so that no default replaces them', () => {
    const read = readEntries(fields, { nombre: 'Ana', canon: '1.150,50', fecha: '', acepta: true }, 'es-EC')
    expect(read.problems).toEqual([])
    expect(read.data).toEqual({ nombre: 'Ana', canon: '1150.50', fecha: null, acepta: true })
  })

  it('give a preview without invalid values but with missing ones', () => {
    const read = readEntries(fields, { nombre: '', canon: 'mil', fecha: '2026-11-20', acepta: false }, 'es-EC')
    expect(read.problems.map(({ field, code }) => [field, code])).toEqual([
      ['canon', 'not_a_number'],
      ['nombre', 'required'],
      ['acepta', 'must_be_checked'],
    ])
    expect(read.right).toEqual({ nombre: null, fecha: '2026-11-20', acepta: false })
  })

  it('report characters that the font cannot write', () => {
    const read = readEntries(fields, { nombre: 'Ana 你', acepta: true }, 'es-EC')
    expect(read.problems).toEqual([{ field: 'nombre', code: 'cannot_be_written', values: { characters: ['你'] } }])
  })
})

describe('a click on the page preview', () => {
  it('finds the topmost field at the point, except signatures', () => {
    const over = [
      makeField('uno', { x: 10, y: 10, width: 100, height: 20 }),
      makeField('dos', { x: 50, y: 10, width: 100, height: 20 }),
      makeField('firma', { type: 'signature', x: 10, y: 100, width: 100, height: 40 }),
    ]
    expect(fieldAt(over, 1, { x: 60, y: 15 })?.key).toBe('dos')
    expect(fieldAt(over, 1, { x: 20, y: 15 })?.key).toBe('uno')
    expect(fieldAt(over, 2, { x: 20, y: 15 })).toBe(undefined)
    expect(fieldAt(over, 1, { x: 20, y: 110 })).toBe(undefined)
  })
})
