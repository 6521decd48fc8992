import type { Solicitud, SolicitudMain } from '@foja/contracts/solicitudes'
import type { Database } from '@foja/db/schema'
import { testDatabaseKind } from '@foja/testing/database'
import { sql, type Transaction } from 'kysely'
import { describe, expect, it } from 'vitest'
import { bodyOf, signedIn, openOffice, type Caller } from '../../../../test/office.ts'
import { userPaths } from '../../../../test/people-calls.ts'
import { bulk, caseIn, effectsOn, giveBack, putIn, send, solicitudOf } from '../../../../test/steps.ts'

const office = await openOffice()

const mediator = () => signedIn(office.server, { role: 'mediador', nombre: 'Quien Se Va', id_company: office.company })
const change = (id: string, body: object) => office.admin.put(userPaths.update(id), body)
const waysOut: [string, (id: string) => Promise<Response>][] = [
  ['was removed', (id) => office.admin.remove(userPaths.remove(id))],
  ['was deactivated', (id) => change(id, { activo: false })],
  ['lost the mediator role', (id) => change(id, { role: 'usuario' })],
  ['moved to another company', (id) => change(id, { id_company: office.otherCompany })],
]

const listed = async (caller: Caller, query: string) =>
  (await caller.read<SolicitudMain[]>(`/api/v1/get_list_solicitud_main_type2/?page=1&${query}`)).map(
    (main) => main.id_solicitud_main,
  )
const kindsOf = async (caller: Caller, id: string) =>
  (await caller.read<{ todo: { kind: string; id_solicitud: string }[] }>('/api/v1/summary/')).todo
    .filter((one) => one.id_solicitud === id)
    .map(({ kind }) => kind)

const eventData = { fields: 'asignado_a', from_asignado_a: 'Quien Se Va', to_asignado_a: null }

describe('a request whose mediator left', () => {
  it.each(waysOut)('is unassigned when it is returned, if its mediator %s', async (_, leave) => {
    const { gestor, mediador, usuario } = office
    const person = await mediator()
    const { id, main } = await caseIn(office, 'concluido', { assignee: person.id })
    await bodyOf(await leave(person.id), 200)
    // Until then, a concluded request keeps its mediator.
    expect((await gestor.read<Solicitud>(`/api/v1/details_solicitud/${id}/`)).asignado_a?.id).toBe(person.id)

    const back = await solicitudOf(await giveBack(gestor, { id_solicitud: id, motivo: 'Falta la firma' }))
    expect([back.status, back.asignado_a, back.version]).toEqual(['pendiente', null, 2])
    const after = await effectsOn(office, main, id)
    expect(after.events).toMatchObject([
      { action: 'solicitud.updated', data: eventData },
      { action: 'solicitud.returned', data: { motivo: 'Falta la firma' } },
    ])
    expect(after.notified).toEqual(['solicitud.returned Úrsula Usuaria'])
    expect(await listed(gestor, 'sin_asignar=1')).toContain(main)
    expect(await listed(gestor, `asignado_a=${person.id}`)).not.toContain(main)
    expect(await kindsOf(gestor, id)).toEqual(['assign'])

    await solicitudOf(await send(usuario, { id_solicitud: id }))
    const sent = await effectsOn(office, main, id)
    expect(sent.mail).toContain(`notice ${gestor.email}`)
    expect(sent.notified).toEqual(
      expect.arrayContaining(['solicitud.sent Gael Gestor', 'solicitud.sent Marta Mediadora']),
    )
    expect(await kindsOf(mediador, id)).toEqual(['schedule'])
  })

  it.each(['send', 'bulk', 'with the name that the screen still had'])(
    'is unassigned when it is sent: %s',
    async (how) => {
      const { gestor } = office
      const person = await mediator()
      await change(person.id, { activo: false })
      const { id, main } = await caseIn(office, 'pendiente', { assignee: person.id })
      if (how === 'bulk') await bodyOf(await bulk(gestor, { action: 'send', ids_solicitud: [id] }), 200)
      else {
        const body = { id_solicitud: id, ...(how === 'send' ? {} : { asignado_a: person.id }) }
        expect((await solicitudOf(await send(gestor, body))).asignado_a).toBeNull()
      }
      const { row, events, notified } = await effectsOn(office, main, id)
      expect([row.status, row.asignado_a]).toEqual(['agendado', null])
      expect(events).toMatchObject([{ action: 'solicitud.updated', data: eventData }, { action: 'solicitud.sent' }])
      expect(events[1]!.data).not.toHaveProperty('asignado_a')
      expect(notified).toEqual(
        expect.arrayContaining(['solicitud.sent Marta Mediadora', 'solicitud.sent Úrsula Usuaria']),
      )
    },
  )

  it('is assigned to another user when it is sent to them, in one step', async () => {
    const { gestor, mediador } = office
    const person = await mediator()
    await change(person.id, { activo: false })
    const { id, main } = await caseIn(office, 'pendiente', { assignee: person.id })
    const sent = await solicitudOf(await send(gestor, { id_solicitud: id, asignado_a: mediador.id }))
    expect(sent.asignado_a?.id).toBe(mediador.id)
    expect((await effectsOn(office, main, id)).events.map(({ action }) => action)).toEqual(['solicitud.sent'])
  })

  it('keeps a mediator who may still take it: staff of the company, and admins', async () => {
    const { gestor, mediador, admin } = office
    for (const assignee of [mediador.id, admin.id]) {
      const { id, main } = await caseIn(office, 'concluido', { assignee })
      const back = await solicitudOf(await giveBack(gestor, { id_solicitud: id, motivo: 'Falta algo' }))
      const sent = await solicitudOf(await send(gestor, { id_solicitud: id }))
      expect([back.asignado_a?.id, sent.asignado_a?.id]).toEqual([assignee, assignee])
      const { events } = await effectsOn(office, main, id)
      expect(events.map(({ action }) => action)).toEqual(['solicitud.returned', 'solicitud.sent'])
    }
  })
})

/** Waits until the request waits for a lock of `trx`, or has a response. */
async function untilWaiting(trx: Transaction<Database>, response: Promise<Response>): Promise<void> {
  const state = { settled: false }
  void response.finally(() => (state.settled = true))
  const waiting = sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
  while (!state.settled && (await waiting.execute(trx)).rows.length === 0);
}

// The embedded database has one connection.
describe.runIf(testDatabaseKind === 'postgres')(
  'returning and sending requests while their mediator is removed',
  () => {
    it('leaves them unassigned without a deadlock', async () => {
      const { db } = office.server.deps
      const person = await mediator()
      const { id, main } = await caseIn(office, 'concluido', { assignee: person.id })
      for (const ask of [
        () => giveBack(office.gestor, { id_solicitud: id, motivo: 'Falta algo' }),
        () => send(office.gestor, { id_solicitud: id }),
      ]) {
        await db.updateTable('app_user').set({ activo: true }).where('id', '=', person.id).execute()
        const { answer } = await db.transaction().execute(async (trx) => {
          await trx.updateTable('app_user').set({ activo: false }).where('id', '=', person.id).execute()
          const response = ask()
          await untilWaiting(trx, response)
          // Removing a user locks their case files after the user.
          const file = trx.selectFrom('solicitud_main').where('id_solicitud_main', '=', main)
          await file.select('titulo').forNoKeyUpdate().noWait().execute()
          return { answer: response }
        })
        expect((await solicitudOf(await answer)).asignado_a).toBeNull()
        await putIn(office, id, 'pendiente', { assignee: person.id })
      }
    })
  },
)
