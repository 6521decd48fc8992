import type { DeletedCase } from '@foja/contracts/casework'
import type { DeletedDocument } from '@foja/contracts/documents'
import type { SolicitudDetails, SolicitudMain, SolicitudMainPage } from '@foja/contracts/solicitudes'
import { rebuildLists } from '@foja/db/tally'
import { verifyChain } from '@foja/db/verify-chains'
import { sql } from 'kysely'
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import {
  bodyOf,
  createCase,
  createPath,
  expectProblem,
  mainOf,
  pdfFile,
  openOffice,
  type Caller,
} from '../../../../test/office.ts'
import { giveSigner } from '../../../../test/people.ts'
import { position, sign, signedOf } from '../../../../test/signing.ts'
import { inDays, send, update } from '../../../../test/steps.ts'
import { sweep } from '../../setup/maintenance/sweep.ts'

const office = await openOffice()
await giveSigner(office.usuario, 'Úrsula Peña')

const remove = (main: string, caller: Caller = office.usuario, motivo?: string) =>
  caller.send('DELETE', '/api/v1/delete_solicitud/', { id_solicitud_main: main, motivo })
const restore = (main: string, caller: Caller = office.usuario) =>
  caller.post('/api/v1/restore_solicitud/', { id_solicitud_main: main })
const bin = (caller: Caller = office.usuario) => caller.read<DeletedCase[]>('/api/v1/list_deleted_solicitudes/')
const idsIn = async (caller: Caller) => (await bin(caller)).map(({ id_solicitud_main: id }) => id)
const metrics = () => office.gestor.read<Record<string, number>>('/api/v1/metrics/')
const list = (query = '') =>
  office.gestor.read<SolicitudMainPage>(`/api/v1/get_list_solicitud_main_type2/?page=1&pagination${query}`)
const actionsOf = async (main: string) => {
  const events = office.server.deps.db.selectFrom('event').where('id_solicitud_main', '=', main)
  return (await events.select('action').orderBy('seq').execute()).map(({ action }) => action)
}

async function newCase(caller: Caller = office.usuario, more: Record<string, unknown> = {}) {
  const { main, solicitud, document } = await createCase(caller, undefined, more)
  return { main: main.id_solicitud_main, id: solicitud.id_solicitud, document: document.id_documento }
}
async function sentCase(more: Record<string, unknown> = {}) {
  const made = await newCase()
  const fecha_agendada = inDays(office, 3)
  const body = { id_solicitud: made.id, fecha_agendada, asignado_a: office.mediador.id, ...more }
  await bodyOf(await send(office.gestor, body), 200)
  return made
}

describe('a deleted case file', () => {
  it('leaves every list, count, search, agenda and detail, and returns to all of them', async () => {
    const { main, id, document } = await newCase(office.usuario, { titulo: 'Expediente Zarzamora' })
    const summary = () => office.gestor.read<unknown>('/api/v1/summary/')
    const before = { metrics: await metrics(), list: await list(), summary: await summary() }
    expect(before.list.results.map((one) => one.id_solicitud_main)).toContain(main)

    expect(await bodyOf(await remove(main), 200)).toEqual({ id_solicitud_main: main })
    expect((await metrics())['pendiente']).toBe(before.metrics['pendiente']! - 1)
    const after = await list()
    expect(after.count).toBe(before.list.count - 1)
    expect(after.results.map((one) => one.id_solicitud_main)).not.toContain(main)
    for (const query of ['&q=zarzamora', `&q=${id}`, `&q=${main}`]) expect((await list(query)).count).toBe(0)
    const found = await office.gestor.read<object>('/api/v1/search/?q=zarzamora')
    expect(JSON.stringify(found)).not.toContain(id)
    for (const caller of [office.usuario, office.gestor, office.admin]) {
      await expectProblem(await caller.call(`/api/v1/details_solicitud/${id}/`), 404, 'not_found')
      await expectProblem(await caller.call(`/api/v1/details_document/${document}/`), 404, 'not_found')
      await expectProblem(await caller.call(`/api/v1/history/${document}/`), 404, 'not_found')
      await expectProblem(await caller.post('/api/v1/restore_document/', { id_documento: document }), 404, 'not_found')
      expect(await caller.read<DeletedDocument[]>(`/api/v1/list_deleted/?id_solicitud=${id}`)).toEqual([])
      expect((await bin(caller))[0]).toMatchObject({
        id_solicitud_main: main,
        titulo: 'Expediente Zarzamora',
        solicitudes: 1,
        documentos: 1,
        motivo: null,
        deleted_by: { nombre: 'Úrsula Usuaria' },
      })
    }

    const back = await bodyOf<SolicitudMain>(await restore(main), 200)
    expect(back).toMatchObject({ id_solicitud_main: main, solicitudes: [{ id_solicitud: id, version: 1 }] })
    expect(back.solicitudes[0]?.description.map((one) => one.id_documento)).toEqual([document])
    expect(await metrics()).toEqual(before.metrics)
    expect((await list('&q=zarzamora')).results).toMatchObject([back])
    expect((await list()).count).toBe(before.list.count)
    expect(await idsIn(office.usuario)).not.toContain(main)
    expect((await actionsOf(main)).slice(-2)).toEqual(['solicitud_main.deleted', 'solicitud_main.restored'])
    expect((await verifyChain(office.server.deps.db, main)).intact).toBe(true)
  })

  it('counts the same as a rebuild of the counters, deleted and restored', async () => {
    const { db } = office.server.deps
    const tallies = async () =>
      (
        await sql<{ line: string }>`select concat_ws(' ', kind, scope, bucket, sum(n)) as line
          from (select * from tally union all select * from tally_change) t
          group by kind, scope, bucket having sum(n) <> 0 order by 1`.execute(db)
      ).rows.map(({ line }) => line)
    const { main, id } = await sentCase()
    await bodyOf(await office.gestor.post('/api/v1/return_pendient/', { id_solicitud: id, motivo: 'Falta' }), 200)
    await bodyOf(await send(office.gestor, { id_solicitud: id }), 200)
    for (const step of [() => remove(main, office.gestor, 'Se repitió'), () => restore(main, office.gestor)]) {
      await bodyOf(await step(), 200)
      const kept = await tallies()
      await rebuildLists(db)
      expect(kept).toEqual(await tallies())
    }
  })

  it('is deleted and restored once by parallel requests', async () => {
    const { main } = await newCase()
    for (const [step, action] of [
      [remove, 'solicitud_main.deleted'],
      [restore, 'solicitud_main.restored'],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 30 }, () => step(main)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect((await actionsOf(main)).filter((one) => one === action)).toHaveLength(1)
    }
  })

  it('keeps a document deleted before it in the recycle bin', async () => {
    const created = await bodyOf<SolicitudMain>(
      await office.usuario.upload(createPath, [pdfFile('uno.pdf'), pdfFile('dos.pdf')], {
        ...mainOf(1),
        solicitudes: [{ ...mainOf(1).solicitudes[0]!, description: [{}, {}] }],
      }),
      201,
    )
    const main = created.id_solicitud_main
    const second = created.solicitudes[0]!.description[1]!.id_documento
    await bodyOf(await office.usuario.send('DELETE', '/api/v1/delete_document/', { id_documento: second }), 200)
    await bodyOf(await remove(main), 200)
    expect((await bin())[0]?.documentos).toBe(1)
    const back = await bodyOf<SolicitudMain>(await restore(main), 200)
    expect(back.solicitudes[0]?.description.map(({ nombre }) => nombre)).toEqual(['uno.pdf'])
    const of = `?id_solicitud=${back.solicitudes[0]!.id_solicitud}`
    expect(await office.usuario.read<DeletedDocument[]>(`/api/v1/list_deleted/${of}`)).toHaveLength(1)
  })

  it('cannot be created again with its ids, also after the purge', async () => {
    const data = mainOf(1)
    await bodyOf(await office.usuario.upload(createPath, [pdfFile()], data), 201)
    await bodyOf(await remove(data.id_solicitud_main), 200)
    const again = () => office.usuario.upload(createPath, [pdfFile()], data)
    await expectProblem(await again(), 400, 'id_in_use')
    const long = new Date(0)
    const { db } = office.server.deps
    const of = <T extends { where: (column: 'id_solicitud_main', is: '=', id: string) => T }>(query: T) =>
      query.where('id_solicitud_main', '=', data.id_solicitud_main)
    await of(db.updateTable('deleted_case').set({ deleted_at: long })).execute()
    await db
      .updateTable('document')
      .set({ deleted_at: long })
      .where('id_solicitud', '=', data.solicitudes[0]!.id_solicitud)
      .execute()
    await expectProblem(await restore(data.id_solicitud_main), 404, 'not_found')
    await sweep(office.server.deps, fastify({ logger: false }).log, 0)
    expect((await actionsOf(data.id_solicitud_main)).slice(-2)).toEqual(['document.purged', 'solicitud_main.purged'])
    expect((await verifyChain(db, data.id_solicitud_main)).intact).toBe(true)
    expect(await of(db.selectFrom('deleted_case').selectAll()).executeTakeFirst()).toMatchObject({
      main: null,
      requests: null,
      titulo: '',
    })
    await expectProblem(await again(), 400, 'id_in_use')
    await expectProblem(await restore(data.id_solicitud_main), 404, 'not_found')
  })
})

describe('who may delete a case file', () => {
  it('is its author, a manager or an admin while everything is pending', async () => {
    const { main } = await newCase()
    for (const caller of [office.ajeno, office.colega])
      await expectProblem(await remove(main, caller), 404, 'not_found')
    await expectProblem(await remove(main, office.mediador), 403, 'forbidden')
    for (const caller of [office.usuario, office.gestor, office.admin]) {
      await bodyOf(await remove(main, caller), 200)
      for (const other of [office.ajeno, office.colega]) {
        expect(await idsIn(other)).not.toContain(main)
        await expectProblem(await restore(main, other), 404, 'not_found')
      }
      expect(await idsIn(office.mediador)).not.toContain(main)
      await expectProblem(await restore(main, office.mediador), 403, 'forbidden')
      await bodyOf(await restore(main, caller), 200)
    }
  })

  it('is a manager or an admin with a reason after it was sent', async () => {
    const { main, id } = await sentCase()
    const actionsFor = async (caller: Caller) =>
      (await caller.read<SolicitudDetails>(`/api/v1/details_solicitud/${id}/`)).actions.includes('delete')
    expect(await Promise.all([office.usuario, office.mediador, office.gestor, office.admin].map(actionsFor))).toEqual([
      false,
      false,
      true,
      true,
    ])
    await expectProblem(await remove(main, office.usuario, 'Me equivoqué'), 400, 'transition_not_allowed')
    const problem = await expectProblem(await remove(main, office.gestor), 400, 'validation_failed')
    expect(problem.errors).toMatchObject([{ field: 'motivo', code: 'required' }])
    await bodyOf(await remove(main, office.gestor, 'Se repitió'), 200)
    expect((await bin(office.gestor))[0]).toMatchObject({ id_solicitud_main: main, motivo: 'Se repitió' })
    expect(await idsIn(office.usuario)).not.toContain(main)
    await expectProblem(await restore(main), 400, 'transition_not_allowed')
    await bodyOf(await restore(main, office.gestor), 200)
  })

  it('is only an admin when a document is signed', async () => {
    const { main, document } = await newCase()
    await signedOf(await sign(office.usuario, { id_documento: document }, { position }))
    for (const caller of [office.usuario, office.gestor])
      await expectProblem(await remove(main, caller, 'Error'), 400, 'case_signed')
    await bodyOf(await remove(main, office.admin), 200)
    expect(await idsIn(office.gestor)).not.toContain(main)
    await expectProblem(await restore(main, office.gestor), 400, 'case_signed')
    await bodyOf(await restore(main, office.admin), 200)
  })
})

describe('the appointment of a deleted case file', () => {
  const partes = [{ nombre: 'Íñigo Muñoz', rol: 'Solicitante', email: 'inigo@cliente.example' }]
  const mailOf = async (id: string) =>
    await office.server.deps.db
      .selectFrom('email')
      .where('id_solicitud', '=', id)
      .where('recipients', '@>', JSON.stringify({ to: ['inigo@cliente.example'] }) as never)
      .select(['kind', 'status', 'calendar_method'])
      .orderBy('created_at')
      .orderBy('kind')
      .execute()

  it('is cancelled, leaves the agenda, and is planned again when the case file is restored', async () => {
    const { main, id } = await newCase()
    await bodyOf(await update(office.gestor, { id_solicitud: id, version: 1, partes }), 200)
    await bodyOf(await send(office.gestor, { id_solicitud: id, fecha_agendada: inDays(office, 3) }), 200)
    const agenda = async () => {
      const range = `desde=${encodeURIComponent(inDays(office, 0))}&hasta=${encodeURIComponent(inDays(office, 30))}`
      const { items } = await office.gestor.read<{ items: { id_solicitud: string }[] }>(`/api/v1/agenda/?${range}`)
      return items.map((item) => item.id_solicitud)
    }
    expect(await agenda()).toContain(id)
    const waiting = (await mailOf(id)).map(({ kind }) => kind)
    expect(waiting.length).toBeGreaterThan(0)

    await bodyOf(await remove(main, office.gestor, 'Se repitió'), 200)
    expect(await agenda()).not.toContain(id)
    const after = await mailOf(id)
    expect(after.filter(({ status }) => status === 'cancelled')).toHaveLength(waiting.length)
    expect(after.filter(({ status }) => status !== 'cancelled')).toMatchObject([{ kind: 'cancellation' }])
    const notices = await office.server.deps.db
      .selectFrom('notification')
      .where('id_solicitud', '=', id)
      .selectAll()
      .execute()
    expect(notices).toEqual([])

    await bodyOf(await restore(main, office.gestor), 200)
    expect(await agenda()).toContain(id)
    expect(
      (await mailOf(id))
        .filter(({ status }) => status !== 'cancelled')
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['cancellation', 'invitation'])
  })
})
