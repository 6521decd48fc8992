import type { Solicitud } from '@foja/contracts/solicitudes'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bodyOf, expectProblem, openOffice } from '../../../../test/office.ts'
import { bulk, caseIn, effectsOn } from '../../../../test/steps.ts'

const office = await openOffice()

describe('bulk actions on requests', () => {
  type Results = { results: { id_solicitud: string; solicitud: Solicitud | null; code: string; detail: string }[] }

  it('return the result of each request, in the language of the caller', async () => {
    const waiting = await caseIn(office, 'pendiente')
    const sent = await caseIn(office, 'agendado')
    const foreign = await caseIn(office, 'pendiente', { author: office.ajeno })
    const ids_solicitud = [waiting.id, sent.id, foreign.id, waiting.id]
    const call = (language: string) =>
      office.gestor.post(
        '/api/v1/bulk_solicitudes/',
        { action: 'send', ids_solicitud, asignado_a: office.mediador.id },
        { 'accept-language': language },
      )
    const { results } = await bodyOf<Results>(await call('es'), 200)
    expect(results.map(({ id_solicitud: id }) => id)).toEqual(ids_solicitud)
    expect(results.map(({ code }) => code)).toEqual([null, 'transition_not_allowed', 'not_found', null])
    expect(results[0]?.solicitud).toMatchObject({ status: 'agendado', asignado_a: { id: office.mediador.id } })
    expect(results[3]).toEqual(results[0])
    expect(results[1]?.detail).toMatch(/^Ese paso no es posible ahora\. /)
    const english = await bodyOf<Results>(await call('en'), 200)
    expect(english.results.map(({ code }) => code)).toContain('transition_not_allowed')
    expect(english.results[0]?.detail).toMatch(/^That step is not possible now\. /)
    expect((await effectsOn(office, foreign.main, foreign.id)).events).toEqual([])
  })

  it('assign and unassign open requests', async () => {
    const cases = [
      await caseIn(office, 'pendiente'),
      await caseIn(office, 'agendado'),
      await caseIn(office, 'concluido'),
    ]
    const ids_solicitud = cases.map(({ id }) => id)
    const assign = async (asignado_a: string | null) =>
      await bodyOf<Results>(await bulk(office.gestor, { action: 'assign', ids_solicitud, asignado_a }), 200)
    const given = await assign(office.mediador.id)
    expect(given.results.map(({ code }) => code)).toEqual([null, null, 'solicitud_concluded'])
    expect((await assign(null)).results[0]?.solicitud?.asignado_a).toBeNull()
    const unknown = await assign(randomUUID())
    expect(unknown.results.map(({ code }) => code)).toEqual([
      'assignee_unknown',
      'assignee_unknown',
      'solicitud_concluded',
    ])
  })

  it('refuse no ids, too many ids, and fields that the action lacks', async () => {
    const { id } = await caseIn(office, 'pendiente')
    const wrong = [
      { action: 'send', ids_solicitud: [] },
      { action: 'send', ids_solicitud: Array.from({ length: 101 }, () => id) },
      { action: 'return', ids_solicitud: [id] },
      { action: 'conclude', ids_solicitud: [id], motivo: 'x' },
      { action: 'delete', ids_solicitud: [id] },
    ]
    for (const body of wrong) await expectProblem(await bulk(office.gestor, body), 400, 'validation_failed')
  })
})
