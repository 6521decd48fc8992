import type { Document } from '@foja/contracts/documents'
import { mediationStatuses, type MediationStatus } from '@foja/contracts/states'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bodyOf, expectProblem, openOffice, pdfFile, type Caller } from '../../../../test/office.ts'
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

describe('a result recorded for several documents', () => {
  type Recorded = { documents: Document[] }
  const record = (caller: Caller, documents: readonly string[], from: MediationStatus, more: object = {}) =>
    caller.post('/api/v1/record_mediation/', {
      documents: documents.map((id_documento) => ({ id_documento, from })),
      status: 'acuerdo_total',
      ...more,
    })

  /** A request with three documents. */
  async function three() {
    const { id, main, document } = await caseIn(office, 'agendado', { assignee: office.mediador.id })
    const files = [pdfFile('b.pdf'), pdfFile('c.pdf')]
    const { documents } = await bodyOf<Recorded>(await attach(office.gestor, { id_solicitud: id }, files), 201)
    return { id, main, ids: [document, ...documents.map(({ id_documento }) => id_documento)] }
  }

  it('is one letter and one notice about all of them, without the step that is passed through', async () => {
    const { id, main, ids } = await three()
    const before = await effectsOn(office, main, id)
    const { documents } = await bodyOf<Recorded>(await record(office.mediador, ids, 'sin_iniciar'), 200)
    expect(documents.map((one) => [one.id_documento, one.status_mediacion])).toEqual(
      ids.map((one) => [one, 'acuerdo_total']),
    )
    const after = await effectsOn(office, main, id)
    const { usuario } = office
    expect(after.mail.length - before.mail.length).toBe(1)
    expect(after.mail).toContain(`notice ${usuario.email}`)
    const letter = after.emails.find(({ text }) => text?.includes('b.pdf, c.pdf'))
    expect(letter?.text).toContain('3 documentos')
    const notices = after.notices.slice(before.notices.length)
    expect(notices).toMatchObject([{ kind: 'mediation.changed', data: { documentos: 3, status: 'acuerdo_total' } }])
    // The history keeps every step.
    const steps = after.events.slice(before.events.length).map(({ data }) => data['status'])
    expect(steps.toSorted()).toEqual([...ids.map(() => 'acuerdo_total'), ...ids.map(() => 'en_proceso')])
  })

  it('names the only document as before', async () => {
    const { id, main, document } = await caseIn(office, 'agendado')
    await bodyOf(await record(office.gestor, [document], 'sin_iniciar'), 200)
    const { notices, mail } = await effectsOn(office, main, id)
    expect(mail).toHaveLength(1)
    expect(notices).toMatchObject([{ data: { from: 'sin_iniciar', status: 'acuerdo_total' } }])
  })

  it('is recorded in all or in none', async () => {
    const { id, main, ids } = await three()
    await bodyOf(await mediate(office.gestor, ids[2]!, { status: 'en_proceso' }), 200)
    const before = await effectsOn(office, main, id)
    const problem = await expectProblem(await record(office.gestor, ids, 'sin_iniciar'), 400, 'stale_version')
    expect(problem.current).toMatchObject({ id_documento: ids[2], status_mediacion: 'en_proceso' })
    const refused = await record(office.gestor, ids.slice(0, 2), 'sin_iniciar', { status: 'sin_iniciar' })
    await expectProblem(refused, 400, 'transition_not_allowed')
    expect(await effectsOn(office, main, id)).toEqual(before)
  })

  it('is for documents of one request that the caller may mediate', async () => {
    const [one, other] = [await caseIn(office, 'agendado'), await caseIn(office, 'agendado')]
    const both = [one.document, other.document]
    await expectProblem(await record(office.gestor, both, 'sin_iniciar'), 400, 'transition_not_allowed')
    await expectProblem(await record(office.usuario, [one.document], 'sin_iniciar'), 403, 'forbidden')
    await expectProblem(await record(office.ajeno, [one.document], 'sin_iniciar'), 404, 'not_found')
    await expectProblem(await record(office.gestor, [], 'sin_iniciar'), 400, 'validation_failed')
  })
})
