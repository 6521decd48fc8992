import type { CaseHold, Retention } from '@foja/contracts/privacy'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, createCase, expectProblem, pdfFile, signedIn, startOffice } from '../../../test/office.ts'
import { applyRetention } from './retention-job.ts'

let now = new Date('2026-03-10T12:00:00.000Z')
const office = await startOffice({ clock: () => now })
afterAll(() => office.close())
const { deps } = office.server
const { db } = deps
const { gestor, usuario, mediador, colega, admin } = office

const day = (text: string) => new Date(`${text}T12:00:00.000Z`)

/** A case file with one concluded request of a kind. */
async function concluded(tipo: string, concluded_at = now) {
  const { main, solicitud, document } = await createCase(usuario, pdfFile(), { titulo: `Caso ${tipo}` })
  await db
    .updateTable('solicitud')
    .set({ tipo, status: 'concluido', concluded_at })
    .where('id_solicitud', '=', solicitud.id_solicitud)
    .execute()
  return { id: main.id_solicitud_main, solicitud: solicitud.id_solicitud, document }
}

const change = async (rules: object[], vista_previa = false) =>
  await bodyOf<Retention>(await gestor.put('/api/v1/change_retention/', { rules, vista_previa }), 200)
const hold = (solicitud: string, retener: boolean, motivo?: string) =>
  gestor.post('/api/v1/hold_case/', { id_solicitud: solicitud, retener, ...(motivo === undefined ? {} : { motivo }) })
const binned = async (id: string) =>
  (await db.selectFrom('deleted_case').where('id_solicitud_main', '=', id).select('deleted_at').executeTakeFirst()) !==
  undefined
const dueNotices = () => db.selectFrom('notification').where('kind', '=', 'retention.due').selectAll().execute()

beforeEach(async () => {
  now = day('2026-03-10')
  await change([])
  await db.deleteFrom('notification').execute()
})

describe('retention rules', () => {
  it('show before what they would move, and save nothing by that', async () => {
    const { id } = await concluded('Arriendo', day('2025-12-10'))
    expect(
      (await change([{ tipo: 'Arriendo', months: 4 }], true)).cases.map((one) => one.id_solicitud_main),
    ).not.toContain(id)
    const told = await change([{ tipo: 'Arriendo', months: 3 }], true)
    expect(told.cases).toContainEqual({
      id_solicitud_main: id,
      titulo: 'Caso Arriendo',
      due_at: '2026-03-25T00:00:00.000Z',
    })
    expect(told.tipos).toContain('Arriendo')
    expect((await gestor.read<Retention>('/api/v1/retention/')).rules).toEqual([])
    now = day('2026-04-10')
    await applyRetention(deps)
    expect(await binned(id)).toBe(false)
  })

  it('give two weeks of notice for what is past its term when they are saved, and keep the date of what stays', async () => {
    const { id } = await concluded('Antiguo', day('2025-01-10'))
    await change([{ tipo: 'Antiguo', months: 3 }])
    await db
      .updateTable('retention_rule')
      .set({ updated_at: day('2026-03-05') })
      .execute()
    await change([
      { tipo: 'Antiguo', months: 3 },
      { tipo: 'Otro', months: 6 },
    ])
    const { cases } = await gestor.read<Retention>('/api/v1/retention/')
    expect(cases).toMatchObject([{ id_solicitud_main: id, due_at: '2026-03-20T00:00:00.000Z' }])
    expect(await applyRetention(deps)).toBe(0)
    expect(await dueNotices()).toMatchObject([{ id_user: gestor.id, data: { titulo: 'Caso Antiguo', documentos: 1 } }])
    now = new Date('2026-03-19T23:59:00.000Z')
    expect(await applyRetention(deps)).toBe(0)
    now = new Date('2026-03-20T00:30:00.000Z')
    expect(await applyRetention(deps)).toBe(1)
  })

  it('announce all of a day at once, also what is due later on it', async () => {
    await concluded('Mañana', new Date('2026-03-10T08:00:00.000Z'))
    await concluded('Tarde', new Date('2026-03-10T21:00:00.000Z'))
    await change(['Mañana', 'Tarde'].map((tipo) => ({ tipo, months: 3 })))
    now = new Date('2026-05-27T01:00:00.000Z')
    await applyRetention(deps)
    now = day('2026-06-09')
    await applyRetention(deps)
    const data = { titulo: 'Caso Mañana', documentos: 2, fecha: '2026-06-10T08:00:00.000Z', id_company: office.company }
    expect(await dueNotices()).toMatchObject([{ data }])
  })

  it('announce to the managers when their author left', async () => {
    const { id } = await concluded('Heredado')
    const author = await signedIn(office.server, { role: 'gestor', nombre: 'Greta', id_company: office.company })
    await bodyOf(await author.put('/api/v1/change_retention/', { rules: [{ tipo: 'Heredado', months: 1 }] }), 200)
    await db.updateTable('app_user').set({ activo: false }).where('id', '=', author.id).execute()
    now = day('2026-04-01')
    await applyRetention(deps)
    expect(await dueNotices()).toMatchObject([{ id_user: gestor.id }])
    now = day('2026-04-11')
    await applyRetention(deps)
    expect(await binned(id)).toBe(true)
  })

  it('move a case file to the recycle bin at its term, after a notice, and the history says so', async () => {
    const { id, document } = await concluded('Laboral')
    await change([{ tipo: 'Laboral', months: 3 }])
    now = day('2026-05-30')
    expect(await applyRetention(deps)).toBe(0)
    await applyRetention(deps)
    expect(await dueNotices()).toMatchObject([{ id_user: gestor.id, data: { titulo: 'Caso Laboral', documentos: 1 } }])
    now = day('2026-06-10')
    expect(await applyRetention(deps)).toBe(1)
    expect(await applyRetention(deps)).toBe(0)
    expect(await binned(id)).toBe(true)
    const stored = await db
      .selectFrom('document')
      .where('id_documento', '=', document.id_documento)
      .select('deleted_at')
      .executeTakeFirstOrThrow()
    expect(stored.deleted_at).toEqual(now)
    const events = await db.selectFrom('event').where('chain', '=', id).orderBy('seq').selectAll().execute()
    expect(events.at(-1)).toMatchObject({ action: 'solicitud_main.deleted', actor: null, data: { por_regla: true } })
  })

  it('leave alone what is open, of another kind, or has a request without a rule', async () => {
    const other = await concluded('Sin regla')
    const open = await concluded('Familia')
    await db.updateTable('solicitud').set({ status: 'agendado' }).where('id_solicitud', '=', open.solicitud).execute()
    await change([{ tipo: 'Familia', months: 1 }])
    now = day('2027-01-01')
    expect(await applyRetention(deps)).toBe(0)
    for (const { id } of [other, open]) expect(await binned(id)).toBe(false)
  })

  it('are of the company of the caller; an administrator names one', async () => {
    const foreign = { empresa: office.otherCompany, rules: [] }
    await expectProblem(await gestor.put('/api/v1/change_retention/', foreign), 400, 'company_unknown')
    await bodyOf(await admin.put('/api/v1/change_retention/', foreign), 200)
    await expectProblem(await admin.call('/api/v1/retention/'), 400, 'company_unknown')
    expect((await mediador.call('/api/v1/retention/')).status).toBe(403)
  })
})

describe('a hold', () => {
  it('keeps a case file from the rules and from deletion, until it is released', async () => {
    const { id, solicitud } = await concluded('Penal', day('2026-01-01'))
    await change([{ tipo: 'Penal', months: 1 }])
    await db
      .updateTable('retention_rule')
      .set({ updated_at: day('2026-01-01') })
      .execute()
    await expectProblem(await hold(solicitud, true), 400, 'validation_failed')
    const held = await bodyOf<CaseHold>(await hold(solicitud, true, 'Hay un juicio'), 200)
    expect(held).toMatchObject({ id_solicitud_main: id, hold: { motivo: 'Hay un juicio', by: 'Gael Gestor' } })
    expect(await applyRetention(deps)).toBe(0)
    expect(await gestor.read<Retention>('/api/v1/retention/')).toMatchObject({ due: 0, held: 1 })
    const deletion = { id_solicitud_main: id, motivo: 'Ya no sirve' }
    await expectProblem(await gestor.send('DELETE', '/api/v1/delete_solicitud/', deletion), 400, 'case_held')
    const released = await bodyOf<CaseHold>(await hold(solicitud, false), 200)
    expect(released.hold).toBeNull()
    expect(await applyRetention(deps)).toBe(0)
    now = day('2026-03-11')
    await applyRetention(deps)
    expect(await dueNotices()).toMatchObject([{ data: { fecha: '2026-03-25T00:00:00.000Z' } }])
    now = day('2026-03-25')
    expect(await applyRetention(deps)).toBe(1)
    const events = await db.selectFrom('event').where('chain', '=', id).select('action').execute()
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['case.held', 'case.released', 'solicitud_main.deleted']),
    )
  })

  it('is for managers', async () => {
    const { solicitud } = await concluded('Civil')
    expect((await colega.call(`/api/v1/case_hold/${solicitud}/`)).status).toBe(403)
    expect((await usuario.post('/api/v1/hold_case/', { id_solicitud: solicitud, retener: false })).status).toBe(403)
  })
})
