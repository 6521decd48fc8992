import type { Problem } from '@foja/contracts/problem'
import { newSolicitudMainSchema } from '@foja/contracts/solicitudes'
import { describe, expect, it } from 'vitest'
import { safeParse } from 'zod/mini'
import { checkFile, limits, titleOf } from './check-file.ts'
import { newDraft, toGroup, withNewIds, type Draft } from './draft.ts'
import { mapProblem, stepOf } from './map-problem.ts'

const draft: Draft = {
  ...newDraft(),
  titulo: ' Pensión ',
  notas: 'Nota',
  files: [
    { id_solicitud: 'AAAA-AAAA-AAAA-AAAA', name: 'demanda_1.pdf', size: 9, tipo: 'Demanda' },
    { id_solicitud: 'BBBB-BBBB-BBBB-BBBB', name: 'foto.png', size: 9, tipo: '' },
  ],
  partes: [
    { key: 'k0', nombre: '', rol: '', email: '' },
    { key: 'k1', nombre: 'Sofía', rol: 'Demandante', email: '' },
  ],
}

const problem = (errors: Problem['errors'], code = 'validation_failed'): Problem => ({
  type: '',
  title: '',
  status: 400,
  detail: 'Revisa los datos.',
  code,
  errors,
})

describe('wizard', () => {
  it.each([
    ['a.pdf', 1, null],
    ['a.PDF', 1, null],
    ['a.exe', 1, 'type'],
    ['sin-extension', 1, 'type'],
    ['a.pdf', 0, 'empty'],
    ['a.pdf', limits.bytesPerFile + 1, 'tooLarge'],
  ])('checks %s of %i bytes: %s', (name, size, fault) => {
    expect(checkFile({ name, size })).toBe(fault)
  })

  it('makes a title of a file name', () => {
    expect(titleOf('contrato_arrendamiento-2023.pdf')).toBe('Contrato arrendamiento 2023')
    expect(titleOf('.pdf')).toBe('.pdf')
  })

  it('sends what the contract takes, without empty rows', () => {
    const group = toGroup(draft, titleOf)
    expect(safeParse(newSolicitudMainSchema, group).success).toBe(true)
    expect(group.solicitudes[0]).toMatchObject({
      titulo: 'Demanda 1',
      partes: [{ nombre: 'Sofía', rol: 'Demandante' }],
    })
  })

  it('keeps its ids until it is sent as new', () => {
    const renewed = withNewIds(draft)
    expect(toGroup(draft, titleOf)).toEqual(toGroup(draft, titleOf))
    expect(renewed.id_solicitud_main).not.toBe(draft.id_solicitud_main)
    expect(renewed.files.map((file) => file.name)).toEqual(draft.files.map((file) => file.name))
  })

  it.each([
    ['files.1', { files: { 'BBBB-BBBB-BBBB-BBBB': 'm' } }, 1],
    ['files[0]', { files: { 'AAAA-AAAA-AAAA-AAAA': 'm' } }, 1],
    ['solicitudes.1.titulo', { files: { 'BBBB-BBBB-BBBB-BBBB': 'm' } }, 1],
    ['titulo', { titulo: 'm' }, 0],
    ['solicitudes.0.notas', { notas: 'm' }, 0],
    ['solicitudes.0.partes.0.email', { partes: { k1: 'm' } }, 2],
    ['otro', { general: 'm' }, 3],
  ])('puts an error of %s where it belongs', (field, expected, step) => {
    const errors = mapProblem(problem([{ field, code: 'x', message: 'm' }]), draft)
    expect(errors).toMatchObject(expected)
    expect(stepOf(errors)).toBe(step)
  })

  it('shows the detail of a problem that names no field', () => {
    expect(mapProblem(problem(undefined, 'malformed_request'), draft).general).toBe('Revisa los datos.')
  })
})
