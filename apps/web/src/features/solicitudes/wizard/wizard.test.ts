import type { Problem } from '@foja/contracts/problem'
import { newSolicitudMainSchema } from '@foja/contracts/solicitudes'
import { describe, expect, it } from 'vitest'
import { safeParse } from 'zod/mini'
import { checkFile, limits } from './check-file.ts'
import { filesOf, newDraft, requestTitle, toGroup, withNewIds, type Draft } from './draft.ts'
import { mapProblem, stepOf } from './map-problem.ts'

const draft: Draft = {
  ...newDraft(),
  titulo: ' Pensión ',
  notas: 'Nota',
  requests: [
    {
      id_solicitud: 'AAAA-AAAA-AAAA-AAAA',
      titulo: '',
      tipo: 'Demanda',
      files: [
        { id: 'f1', name: 'demanda_1.pdf', size: 9 },
        { id: 'f2', name: 'anexo.pdf', size: 9 },
      ],
    },
    {
      id_solicitud: 'BBBB-BBBB-BBBB-BBBB',
      titulo: ' Fotos ',
      tipo: '',
      files: [{ id: 'f3', name: 'foto.png', size: 9 }],
    },
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

describe('the wizard draft', () => {
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

  it('sends what the contract takes, without empty rows', () => {
    const group = toGroup(draft)
    expect(safeParse(newSolicitudMainSchema, group).success).toBe(true)
    expect(group.solicitudes[0]).toMatchObject({
      titulo: 'Demanda 1',
      partes: [{ nombre: 'Sofía', rol: 'Demandante' }],
      description: [{}, {}],
    })
    expect(group.solicitudes[1]).toMatchObject({ titulo: 'Fotos', description: [{}] })
  })

  it('has one description element per file, in upload order', () => {
    const group = toGroup(draft)
    const elements = group.solicitudes.flatMap((one) => one.description)
    expect(filesOf(draft).map((file) => file.name)).toEqual(['demanda_1.pdf', 'anexo.pdf', 'foto.png'])
    expect(elements).toHaveLength(filesOf(draft).length)
  })

  it('gives a single request the title of its case file', () => {
    const alone = { ...draft, requests: draft.requests.slice(0, 1) }
    expect(requestTitle(alone, alone.requests[0]!)).toBe('Pensión')
  })

  it('keeps its ids until it is sent as a new one', () => {
    const renewed = withNewIds(draft)
    expect(toGroup(draft)).toEqual(toGroup(draft))
    expect(renewed.id_solicitud_main).not.toBe(draft.id_solicitud_main)
    expect(renewed.requests[0]?.id_solicitud).not.toBe(draft.requests[0]?.id_solicitud)
    expect(filesOf(renewed)).toEqual(filesOf(draft))
  })

  it.each([
    ['files.1', { files: { f2: 'm' } }, 1],
    ['files[0]', { files: { f1: 'm' } }, 1],
    ['files.2', { files: { f3: 'm' } }, 1],
    ['solicitudes.1.titulo', { titulos: { [draft.requests[1]!.id_solicitud]: 'm' }, files: {} }, 1],
    ['solicitudes.1.tipo', { files: { f3: 'm' } }, 1],
    ['titulo', { titulo: 'm' }, 0],
    ['solicitudes.0.notas', { notas: 'm' }, 0],
    ['solicitudes.0.partes.0.email', { partes: { k1: { email: 'm' } } }, 2],
    ['otro', { general: 'm' }, 3],
  ])('maps an error of %s to its field', (field, expected, step) => {
    const errors = mapProblem(problem([{ field, code: 'x', message: 'm' }]), draft)
    expect(errors).toMatchObject(expected)
    expect(stepOf(errors)).toBe(step)
  })

  it('shows an error of the title of a single request at the title of the case file', () => {
    const alone = { ...draft, requests: draft.requests.slice(0, 1) }
    const errors = mapProblem(problem([{ field: 'solicitudes.0.titulo', code: 'x', message: 'm' }]), alone)
    expect(errors).toEqual({ titulo: 'm', files: {}, partes: {} })
  })

  it('shows the detail of a problem without a field', () => {
    expect(mapProblem(problem(undefined, 'malformed_request'), draft).general).toBe('Revisa los datos.')
  })
})
