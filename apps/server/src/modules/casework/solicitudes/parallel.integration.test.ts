import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { verifyChain } from '@foja/db/verify-chains'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { bodyOf, createPath, mainOf, pdfFile, openOffice, type Caller } from '../../../../test/office.ts'
import { giveSigner, passphrase } from '../../../../test/people.ts'
import { attach, bulk, caseIn, effectsOn, giveBack, inDays, mediate, send, update } from '../../../../test/steps.ts'

const office = await openOffice()

const times = 100

/** Calls `ask` a hundred times in parallel, as alternating users; returns the number of each result. */
async function callInParallel(
  ask: (caller: Caller, turn: number) => Promise<Response>,
): Promise<Record<string, number>> {
  const callers = [office.gestor, office.mediador, office.admin]
  const answers = await Promise.all(
    Array.from({ length: times }, async (_, turn) => {
      const response = await ask(callers[turn % callers.length]!, turn)
      const { code } = (await response.json()) as { code?: string }
      return response.ok ? 'ok' : `${response.status} ${code}`
    }),
  )
  return Object.fromEntries([...Map.groupBy(answers, (code) => code)].map(([code, list]) => [code, list.length]))
}

describe('a hundred parallel requests have exactly one effect when', () => {
  it('sending', async () => {
    const { id, main } = await caseIn(office, 'pendiente')
    const body = { id_solicitud: id, fecha_agendada: inDays(office, 3), lugar: 'Sala 1' }
    expect(await callInParallel((caller) => send(caller, body))).toEqual({
      ok: 1,
      '400 transition_not_allowed': times - 1,
    })
    const { row, events, notified, mail } = await effectsOn(office, main, id)
    expect([row.version, row.calendar_sequence, events.length]).toEqual([2, 1, 1])
    // Each user is notified once.
    expect(new Set(notified).size).toBe(notified.length)
    expect(new Set(mail).size).toBe(mail.length)
    expect(mail).toContain(`invitation ${office.usuario.email}`)
  })

  it('returning', async () => {
    const { id, main } = await caseIn(office, 'agendado', { fecha: inDays(office, 3) })
    const counts = await callInParallel((caller) => giveBack(caller, { id_solicitud: id, motivo: 'Falta algo' }))
    expect(counts).toEqual({ ok: 1, '400 transition_not_allowed': times - 1 })
    const { row, events, notified, mail } = await effectsOn(office, main, id)
    expect([row.version, row.status, events.length, notified]).toEqual([
      2,
      'pendiente',
      1,
      ['solicitud.returned Úrsula Usuaria'],
    ])
    expect(mail).toEqual([`cancellation ${office.usuario.email}`])
  })

  it('concluding', async () => {
    const { id, main } = await caseIn(office, 'agendado')
    const body = { id_solicitud: id, version: 1, status: 'concluido' }
    expect(await callInParallel((caller) => update(caller, body))).toEqual({
      ok: 1,
      '400 solicitud_concluded': times - 1,
    })
    const { row, events, notified, mail } = await effectsOn(office, main, id)
    expect([row.version, events.length, notified, mail]).toEqual([
      2,
      1,
      ['solicitud.concluded Úrsula Usuaria'],
      [`notice ${office.usuario.email}`],
    ])
  })

  it('updating one version', async () => {
    const { id, main } = await caseIn(office, 'agendado')
    const counts = await callInParallel((caller, turn) => {
      return update(caller, { id_solicitud: id, version: 1, titulo: `Título ${turn}`, asignado_a: office.mediador.id })
    })
    expect(counts).toEqual({ ok: 1, '400 stale_version': times - 1 })
    const { row, events, notified } = await effectsOn(office, main, id)
    expect([row.version, events.length]).toEqual([2, 1])
    expect(events[0]?.data).toMatchObject({ to_titulo: row.titulo })
    expect(notified.length).toBeLessThanOrEqual(1)
  })

  it('changing a mediation state', async () => {
    const { id, main, document } = await caseIn(office, 'agendado')
    const counts = await callInParallel((caller) =>
      mediate(caller, document, { status: 'en_proceso', from: 'sin_iniciar' }),
    )
    expect(counts).toEqual({ ok: 1, '400 stale_version': times - 1 })
    const { events, notified, mail } = await effectsOn(office, main, id)
    expect([events.length, notified, mail]).toEqual([
      1,
      ['mediation.changed Úrsula Usuaria'],
      [`notice ${office.usuario.email}`],
    ])
  })

  it('sending several requests', async () => {
    const cases = [
      await caseIn(office, 'pendiente'),
      await caseIn(office, 'pendiente'),
      await caseIn(office, 'pendiente'),
    ]
    const ids = cases.map(({ id }) => id)
    // In both orders, to provoke deadlocks.
    const results = await Promise.all(
      Array.from({ length: 30 }, async (_, turn) => {
        const ids_solicitud = turn % 2 === 0 ? ids : ids.toReversed()
        const response = await bulk(office.gestor, { action: 'send', ids_solicitud })
        return (await bodyOf<{ results: { code: string | null }[] }>(response, 200)).results
      }),
    )
    expect(results.flat().filter(({ code }) => code === null)).toHaveLength(ids.length)
    for (const { id, main } of cases) expect((await effectsOn(office, main, id)).events).toHaveLength(1)
  })
})

/** The number of deadlocks; null for the embedded database, which has one connection. */
async function deadlocks(): Promise<number | null> {
  if (office.server.database.kind === 'embedded') return null
  const { db } = office.server.deps
  // Connections report their statistics only every ten seconds: asks every connection of the pool. All are taken before
  // the first one is asked, so that none is asked twice.
  const all = Promise.withResolvers<void>()
  let connections = 0
  const report = () =>
    db.connection().execute(async (one) => {
      if ((connections += 1) === 5) all.resolve()
      await all.promise
      await sql`select pg_stat_force_next_flush()`.execute(one)
    })
  await Promise.all(Array.from({ length: 5 }, report))
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]?.deadlocks ?? 0
}

describe('all kinds of parallel requests on one case file', () => {
  it('cause no deadlock, no lost or repeated step, and an intact event chain', async () => {
    await giveSigner(office.gestor, 'Gael Gestor')
    const data = mainOf(2)
    const main = await bodyOf<{ solicitudes: { description: { id_documento: string }[] }[] }>(
      await office.usuario.upload(createPath, [pdfFile('a.pdf'), pdfFile('b.pdf')], data),
      201,
    )
    const ids = data.solicitudes.map((one) => one.id_solicitud)
    const documents = main.solicitudes.map((one) => one.description[0]!.id_documento)
    const before = await deadlocks()
    const kinds: ((at: number, turn: number) => Promise<Response>)[] = [
      (at) => send(office.gestor, { id_solicitud: ids[at], fecha_agendada: inDays(office, 3) }),
      (_, turn) =>
        bulk(office.gestor, { action: 'return', ids_solicitud: turn % 2 ? ids : ids.toReversed(), motivo: 'x' }),
      (at) => giveBack(office.mediador, { id_solicitud: ids[at], motivo: 'Falta algo' }),
      (at) => bulk(office.mediador, { action: 'conclude', ids_solicitud: [ids[at]] }),
      (_, turn) =>
        bulk(office.admin, { action: 'assign', ids_solicitud: ids, asignado_a: turn % 2 ? office.mediador.id : null }),
      (at) => mediate(office.gestor, documents[at]!, { status: 'en_proceso', motivo: 'x' }),
      (at) => mediate(office.mediador, documents[at]!, { status: 'acuerdo_total' }),
      (at) => attach(office.usuario, { id_solicitud: ids[at] }),
      (at) => office.gestor.post('/api/v1/custom_pdf_signing/', { id_documento: documents[at], password: passphrase }),
      (_, turn) => office.gestor.post('/api/v1/create_share_document/', { id_documento: documents[turn % 2] }),
    ]
    const calls = Array.from({ length: 12 }, (_, turn) => kinds.map((kind) => () => kind(turn % 2, turn))).flat()
    const answers = await Promise.all(calls.map((call) => call()))
    // Each kind succeeded at least once.
    const through = kinds.map((_, kind) => answers.some(({ ok }, at) => ok && at % kinds.length === kind))
    expect(through).toEqual(kinds.map(() => true))
    const statuses = [...new Set(answers.map(({ status }) => status))].toSorted()
    expect(statuses.filter((status) => ![200, 201, 400].includes(status))).toEqual([])
    if (before !== null) expect(await deadlocks()).toBe(before)

    const { db } = office.server.deps
    expect(await verifyChain(db, data.id_solicitud_main)).toMatchObject({ intact: true })
    for (const id of ids) {
      const { row, events } = await effectsOn(office, data.id_solicitud_main, id)
      const steps = events.filter(({ action, data }) => {
        return action.startsWith('solicitud.') && (data as { id_solicitud?: string }).id_solicitud === id
      })
      expect(row.version).toBe(1 + steps.length)
      const details = await office.usuario.read<SolicitudDetails>(`/api/v1/details_solicitud/${id}/`)
      expect([details.status, details.history_intact]).toEqual([row.status, true])
    }
  })
})
