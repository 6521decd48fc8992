import { describe, expect, it } from 'vitest'
import { changedFields, mergedOf, mergeRows, obviousPicks, pendingRows, wireChange, type Editable } from './merge.ts'
import { fromForm, toForm, wrongParties } from './edit-form.ts'

const base: Editable = {
  titulo: 'Arrendamiento',
  tipo: 'Contrato',
  notas: null,
  partes: [{ nombre: 'Íñigo Núñez', rol: 'Arrendatario' }],
  fecha_agendada: '2026-11-30T14:30:00.000Z',
  lugar: null,
  asignado_a: null,
}
const person = { id: '11111111-1111-4111-8111-111111111111', nombre: 'Lucía' }

describe('merging concurrent changes of a request', () => {
  const mine: Editable = { ...base, titulo: 'Arrendamiento del local', notas: 'Mis notas', lugar: 'Sala 1' }
  const theirs: Editable = { ...base, notas: 'Sus notas', asignado_a: person, lugar: 'Sala 1' }
  const rows = mergeRows(base, mine, theirs)

  it('lists every changed field and who changed it', () => {
    expect(rows).toEqual([
      { field: 'titulo', kind: 'mine' },
      { field: 'notas', kind: 'both' },
      { field: 'lugar', kind: 'agreed' },
      { field: 'asignado_a', kind: 'theirs' },
    ])
  })

  it('resolves only fields without a conflict by itself', () => {
    const picks = obviousPicks(rows)
    expect(picks).toEqual({ titulo: 'mine', lugar: 'theirs', asignado_a: 'theirs' })
    expect(pendingRows(rows, picks).map((row) => row.field)).toEqual(['notas'])
  })

  it('sends only what differs from the current version', () => {
    const picks = obviousPicks(rows)
    const kept = wireChange(theirs, mergedOf(mine, theirs, { ...picks, notas: 'mine' }))
    expect(kept).toEqual({ titulo: 'Arrendamiento del local', notas: 'Mis notas' })
    const given = wireChange(theirs, mergedOf(mine, theirs, { ...picks, notas: 'theirs' }))
    expect(given).toEqual({ titulo: 'Arrendamiento del local' })
  })

  it('loses nothing when a third user changes the request in between', () => {
    const merged = mergedOf(mine, theirs, { ...obviousPicks(rows), notas: 'mine' })
    const third: Editable = { ...theirs, tipo: 'Acta' }
    expect(mergeRows(theirs, merged, third)).toEqual([
      { field: 'titulo', kind: 'mine' },
      { field: 'tipo', kind: 'theirs' },
      { field: 'notas', kind: 'mine' },
    ])
  })
})

describe('comparing versions of a request', () => {
  it('treats empty and null as equal, and a date in any notation', () => {
    expect(changedFields(base, { ...base, notas: ' ', fecha_agendada: '2026-11-30T14:30:00Z' })).toEqual([])
    expect(changedFields(base, { ...base, partes: [{ ...base.partes[0]!, email: '' }] })).toEqual([])
  })

  it('sends null for cleared fields, and the id of a user', () => {
    expect(wireChange({ ...base, asignado_a: person }, { ...base, tipo: ' ', fecha_agendada: null })).toEqual({
      tipo: null,
      fecha_agendada: null,
      asignado_a: null,
    })
    expect(wireChange(base, { ...base, asignado_a: person })).toEqual({ asignado_a: person.id })
  })
})

describe('the form of a request', () => {
  it('changes nothing by itself, not even the seconds of a date', () => {
    const odd = { ...base, fecha_agendada: '2026-11-30T14:30:17.000Z' }
    expect(changedFields(odd, fromForm(toForm(odd), odd))).toEqual([])
  })

  it('leaves out empty parties and reports incomplete ones', () => {
    const form = toForm(base)
    const row = { key: 'k', nombre: '', rol: '', email: '', identificacion: '' }
    expect(fromForm({ ...form, partes: [...form.partes, row] }, base).partes).toHaveLength(1)
    const texts = { nameMissing: 'n', roleMissing: 'r', emailWrong: 'e' }
    expect(wrongParties({ ...form, partes: [...form.partes, { ...row, nombre: 'Rocío' }] }, texts)).toEqual({
      k: { rol: 'r' },
    })
    expect(wrongParties({ ...form, partes: [{ ...row, nombre: 'R', rol: 'P', email: 'no@' }] }, texts)).toEqual({
      k: { email: 'e' },
    })
  })
})
