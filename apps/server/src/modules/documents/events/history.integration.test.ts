import type { Event } from '@foja/contracts/events'
import { createId } from '@foja/contracts/create-id'
import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { dropChain, dropNewest, rewriteChain, tamper } from '../../../../test/forge-history.ts'
import {
  createCase,
  expectProblem,
  formOf,
  bodyOf,
  mainOf,
  pdfFile,
  openOffice,
  type Caller,
} from '../../../../test/office.ts'

type History = { events: Event[]; next: number | null; intact: boolean; count: number }

const office = await openOffice()

const pathOf = (id: string, query = '') => `/api/v1/history/${id}/${query}`
const read = (caller: Caller, id: string, query = '') => caller.read<History>(pathOf(id, query))
const actionsOf = ({ events }: History) => events.map(({ action }) => action)

/** A case file with two requests, created by the usuario. */
async function twoRequests() {
  type Main = {
    id_solicitud_main: string
    solicitudes: { id_solicitud: string; description: { id_documento: string }[] }[]
  }
  const form = formOf([pdfFile('uno.pdf'), pdfFile('dos.pdf')], mainOf(2))
  const response = await office.usuario.call('/api/v1/list_solicitud_main_type/', { method: 'POST', body: form })
  const main = await bodyOf<Main>(response, 201)
  const [first, second] = main.solicitudes.map((one) => ({ ...one, document: one.description[0]!.id_documento }))
  return { main: main.id_solicitud_main, first: first!, second: second! }
}

/** Tampers with the second event of a chain. */
const change = (chain: string, statement: string) =>
  tamper(office.server.deps.db, `${statement} where chain = '${chain}' and seq = 2`)

describe('the history', () => {
  it('is the same by the id of the case file and of its requests, for all who may read it', async () => {
    const { main, first, second } = await twoRequests()
    const { usuario, gestor, mediador, admin } = office
    const expected = await read(usuario, main)
    expect(actionsOf(expected)).toEqual(['document.uploaded', 'document.uploaded', 'solicitud_main.created'])
    expect(expected).toMatchObject({ next: null, intact: true, count: 3 })
    expect(expected.events[2]).toMatchObject({
      actor: { id: usuario.id, nombre: 'Úrsula Usuaria' },
      id_documento: null,
    })
    for (const caller of [usuario, gestor, mediador, admin]) {
      for (const id of [main, first.id_solicitud, second.id_solicitud]) expect(await read(caller, id)).toEqual(expected)
    }
  })

  it('of a document contains its events only', async () => {
    const { second } = await twoRequests()
    const history = await read(office.usuario, second.document)
    expect(history.events).toMatchObject([{ action: 'document.uploaded', id_documento: second.document }])
    expect(history).toMatchObject({ intact: true, count: 3 })
  })

  it('of a shared document is readable, but not the rest of the case', async () => {
    const { main, first, second } = await twoRequests()
    const { db } = office.server.deps
    const { colega } = office
    await db.insertInto('user_shared').values({ id_documento: second.document, id_user: colega.id }).execute()
    expect((await read(colega, second.document)).events).toHaveLength(1)
    for (const id of [main, first.id_solicitud, second.id_solicitud, first.document]) {
      await expectProblem(await colega.call(pathOf(id)), 404, 'not_found')
    }
    const bin = { deleted_at: new Date() }
    await db.updateTable('document').set(bin).where('id_documento', '=', second.document).execute()
    await expectProblem(await colega.call(pathOf(second.document)), 404, 'not_found')
    expect((await read(office.usuario, second.document)).events).toHaveLength(1)
  })

  it('answers alike for unknown ids and for those of others', async () => {
    const { main, first } = await twoRequests()
    const { ajeno, colega } = office
    for (const id of [main, first.id_solicitud, first.document, createId(), randomUUID()]) {
      for (const caller of [ajeno, colega]) await expectProblem(await caller.call(pathOf(id)), 404, 'not_found')
    }
    for (const id of ['x'.repeat(19), '-'.repeat(36), 'Z'.repeat(36), 'corto']) {
      await expectProblem(await office.admin.call(pathOf(id)), 404, 'not_found')
    }
  })

  it('of a document outside of any case file is a chain of its own', async () => {
    const { document } = await createCase(office.usuario)
    const { db } = office.server.deps
    const id = randomUUID()
    const row = await db
      .selectFrom('document')
      .selectAll()
      .where('id_documento', '=', document.id_documento)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('document')
      .values({ ...row, id_documento: id, id_solicitud: null })
      .execute()
    const event = { action: 'document.uploaded', id_documento: id, id_company: office.company, actor_label: 'Úrsula' }
    await inTransaction(db, (trx) => appendEvent(trx, event))
    expect(await read(office.usuario, id)).toMatchObject({ count: 1, intact: true, events: [{ id_documento: id }] })
    await expectProblem(await office.colega.call(pathOf(id)), 404, 'not_found')
    expect((await read(office.gestor, id)).count).toBe(1)
  })

  it('is paged by 50, newest first, without duplicates, also with 2,500 events', async () => {
    const { main, solicitud } = await createCase(office.usuario)
    const chain = main.id_solicitud_main
    const { db } = office.server.deps
    const details = `/api/v1/details_solicitud/${solicitud.id_solicitud}/`
    await inTransaction(db, async (trx) => {
      for (let at = 0; at < 2500; at += 1) {
        const data = { at, nested: { secret: true } }
        await appendEvent(trx, { action: 'solicitud.updated', id_solicitud_main: chain, actor_label: 'x', data })
      }
    })
    const seen: unknown[] = []
    for (let query = ''; ;) {
      const page = await read(office.usuario, chain, query)
      expect(page).toMatchObject({ intact: true, count: 2502 })
      seen.push(...page.events.map(({ data }) => data))
      if (page.next === null || seen.length > 120) break
      expect(page.events).toHaveLength(50)
      query = `?before=${page.next}`
    }
    // Nested data is not presented.
    expect(seen.slice(0, 120)).toEqual(Array.from({ length: 120 }, (_, at) => ({ at: 2499 - at })))
    const shown = await office.usuario.read<{ history: Event[]; history_intact: boolean }>(details)
    expect(shown.history.map(({ data }) => data)).toEqual(Array.from({ length: 200 }, (_, at) => ({ at: 2499 - at })))
    expect(shown.history_intact).toBe(true)
    await change(chain, `update event set actor_label = 'nadie'`)
    expect((await read(office.usuario, chain)).intact).toBe(false)
    expect(await office.usuario.read(details)).toMatchObject({ history_intact: false })
  })

  it('reports an event that was appended with the wrong sequence', async () => {
    const { main } = await twoRequests()
    await sql`insert into event (chain, seq, id_solicitud_main, actor_label, action, at, prev_hash, hash)
      select chain, seq + 1, id_solicitud_main, 'nadie', action, at, hash, hash from event
      where chain = ${main} and seq = 3`.execute(office.server.deps.db)
    expect((await read(office.gestor, main)).intact).toBe(false)
  })

  it.each([
    ['changed', `update event set data = '{}'`],
    ['dated otherwise', `update event set at = at + interval '1 second'`],
    ['removed', 'delete from event'],
    ['moved to another document', `update event set id_documento = gen_random_uuid()`],
  ])('reports an event that was %s', async (_name, statement) => {
    const { main, first } = await twoRequests()
    await change(main, statement)
    for (const id of [main, first.id_solicitud]) expect((await read(office.gestor, id)).intact).toBe(false)
  })

  it('reports the removal of all events', async () => {
    const { main } = await twoRequests()
    await tamper(office.server.deps.db, `delete from event where chain = '${main}'`)
    expect(await read(office.gestor, main)).toEqual({ events: [], next: null, intact: false, count: 0 })
  })

  it.each([
    [
      'changed with new hashes',
      (chain: string) => rewriteChain(office.server.deps.db, chain, () => ({ actor_label: 'x' })),
    ],
    ['cut at its end', (chain: string) => dropNewest(office.server.deps.db, chain)],
    ['dropped', (chain: string) => dropChain(office.server.deps.db, chain)],
  ])('reports a chain that was %s', async (_name, forge) => {
    const { main } = await twoRequests()
    await forge(main)
    expect((await read(office.gestor, main)).intact).toBe(false)
  })

  it('refuses invalid query parameters and ignores unknown ones', async () => {
    const { main } = await createCase(office.usuario)
    const statusOf = async (query: string) => (await office.usuario.call(pathOf(main.id_solicitud_main, query))).status
    for (const query of ['?before=0', '?before=x', '?before=1.5', '?before=9007199254740993']) {
      expect(await statusOf(query), query).toBe(400)
    }
    expect(await statusOf('?page=2')).toBe(200)
  })
})

describe('an event row', () => {
  it.each([
    `update event set action = 'x'`,
    'delete from event',
    'truncate event',
    `update event set data = '{}' where false`,
    `insert into event (id, chain, seq, actor_label, action, at, prev_hash, hash) overriding system value
      select id, chain, seq, actor_label, action, at, prev_hash, hash from event limit 1
      on conflict (id) do update set action = 'x'`,
  ])('cannot be changed: %s', async (statement) => {
    await createCase(office.usuario)
    await expect(sql.raw(statement).execute(office.server.deps.db)).rejects.toThrow('event is append-only')
  })
})
