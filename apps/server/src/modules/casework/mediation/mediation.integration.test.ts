import type { Document } from '@foja/contracts/documents'
import { mediationStatuses, type MediationStatus } from '@foja/contracts/states'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bodyOf, expectProblem, openOffice } from '../../../../test/office.ts'
import { attach, caseIn, effectsOn, mediate, putIn } from '../../../../test/steps.ts'

const office = await openOffice()
const target = await caseIn(office, 'agendado', { assignee: office.mediador.id })

const outcomes: MediationStatus[] = ['acuerdo_total', 'acuerdo_parcial', 'sin_acuerdo', 'no_realizada']
/** The allowed steps, written by hand; `reason`: the step needs a reason. */
function step(from: MediationStatus, to: MediationStatus): 'free' | 'reason' | 'none' {
  if (from === 'sin_iniciar') return to === 'en_proceso' ? 'free' : 'none'
  if (from === 'en_proceso') return outcomes.includes(to) ? 'free' : 'none'
  return to === 'en_proceso' ? 'reason' : 'none'
}

describe('the mediation state of a document', () => {
  const pairs = mediationStatuses.flatMap((from) => mediationStatuses.map((to) => [from, to] as const))

  it.each(pairs)('changes from %s to %s only as the table of states allows', async (from, to) => {
    await putIn(office, target.id, 'agendado', { mediacion: from, assignee: office.mediador.id })
    const before = await effectsOn(office, target.main, target.id)
    const kind = step(from, to)
    // Screens ask for a reason when a result is reopened; the call does not need one.
    const motivo = kind === 'reason' ? 'Apareció un documento nuevo' : undefined
    const plain = await mediate(office.gestor, target.document, { status: to, motivo })
    if (kind === 'none') await expectProblem(plain, 400, 'transition_not_allowed')
    else expect(await bodyOf<Document>(plain, 200)).toMatchObject({ status_mediacion: to })
    const { events, row } = await effectsOn(office, target.main, target.id)
    const fresh = events.slice(before.events.length)
    const data = { from, status: to, motivo: motivo ?? null }
    expect(fresh).toMatchObject(kind === 'none' ? [] : [{ action: 'mediation.changed', data }])
    expect(row.version).toBe(before.row.version)
  })

  it('change notifies the author and the mediator, except the user who made it', async () => {
    const { id, main, document } = await caseIn(office, 'agendado', { assignee: office.mediador.id })
    await bodyOf(await mediate(office.gestor, document, { status: 'en_proceso', motivo: 'Hoy empezamos' }), 200)
    await bodyOf(await mediate(office.mediador, document, { status: 'acuerdo_total' }), 200)
    const { notified, mail, notices } = await effectsOn(office, main, id)
    const both = ['mediation.changed Marta Mediadora', 'mediation.changed Úrsula Usuaria']
    expect(notified).toEqual([...both, 'mediation.changed Úrsula Usuaria'])
    const { mediador, usuario } = office
    expect(mail).toEqual([mediador, usuario, usuario].map(({ email }) => `notice ${email}`).toSorted())
    expect(notices[0]?.data).toMatchObject({ status: 'en_proceso', motivo: 'Hoy empezamos' })
  })

  it('change based on a stale state returns the current document', async () => {
    const { document } = await caseIn(office, 'agendado', { mediacion: 'en_proceso' })
    const now = await bodyOf<Document>(await mediate(office.gestor, document, { status: 'sin_acuerdo' }), 200)
    const late = { status: 'acuerdo_total', from: 'en_proceso' }
    const problem = await expectProblem(await mediate(office.mediador, document, late), 400, 'stale_version')
    expect(problem.current).toEqual(now)
  })

  it('cannot change once the request is concluded', async () => {
    const { document } = await caseIn(office, 'concluido')
    await expectProblem(await mediate(office.gestor, document, { status: 'en_proceso' }), 400, 'solicitud_concluded')
  })

  it('exists only for documents in a case file', async () => {
    const { documents } = await bodyOf<{ documents: Document[] }>(await attach(office.gestor, undefined), 201)
    const response = await mediate(office.gestor, documents[0]!.id_documento, { status: 'en_proceso' })
    await expectProblem(response, 400, 'transition_not_allowed')
  })

  it('can be changed by the staff of the company only', async () => {
    const { document } = await caseIn(office, 'agendado')
    const ask = { status: 'en_proceso' }
    for (const caller of [office.usuario, office.colega]) {
      await expectProblem(await mediate(caller, document, ask), 403, 'forbidden')
    }
    await expectProblem(await mediate(office.ajeno, document, ask), 404, 'not_found')
    await expectProblem(await mediate(office.gestor, randomUUID(), ask), 404, 'not_found')
    for (const wrong of [{}, { status: 'otro' }, { ...ask, motivo: '' }, { ...ask, x: 1 }]) {
      await expectProblem(await mediate(office.gestor, document, wrong), 400, 'validation_failed')
    }
    expect((await mediate(office.admin, document, ask)).status).toBe(200)
  })
})
