import { migrations } from '@foja/db/migrate'
import { foldTallies } from '@foja/db/tally'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createCase, signedIn, openOffice, type Caller } from '../../../../test/office.ts'

let person: Caller
const office = await openOffice()

const move = async ({ id }: Caller, id_company: string) =>
  await office.server.deps.db.updateTable('app_user').set({ id_company }).where('id', '=', id).execute()

const numbersOf = async (caller: Caller) => ({
  metrics: await caller.read('/api/v1/metrics/'),
  list: await caller.read('/api/v1/get_list_solicitud_main_type2/?page=1&page_size=1&pagination'),
})

const nothing = {
  metrics: { pendiente: 0, agendado: 0, concluido: 0 },
  list: { count: 0, next: null, results: [] },
}
const two = { metrics: { pendiente: 2, agendado: 0, concluido: 0 }, list: { count: 2, next: 2 } }

describe('the counts of a user who moves to another company', () => {
  beforeEach(async () => {
    person = await signedIn(office.server, { role: 'usuario', nombre: 'Mudada', id_company: office.company })
    await createCase(person)
    await createCase(person)
    expect(await numbersOf(person)).toMatchObject(two)
  })

  it('are those of the current company', async () => {
    await move(person, office.otherCompany)
    expect(await numbersOf(person)).toMatchObject(nothing)
    await createCase(person)
    expect(await numbersOf(person)).toMatchObject({ metrics: { pendiente: 1 }, list: { count: 1, next: null } })
    await move(person, office.company)
    expect(await numbersOf(person)).toMatchObject(two)
  })

  it('are migrated from an earlier release that counted per user only', async () => {
    const { db } = office.server.deps
    await foldTallies(db)
    const own = sql`select own_scope(id_company, created_by) from solicitud_main`
    await sql`delete from tally where scope in (${own})`.execute(db)
    await sql`insert into tally values ('mains', ${person.id}, 0, 1), ('pendiente', ${person.id}, 0, 2)`.execute(db)
    await sql`insert into tally_change values ('mains', ${person.id}, 0, 1)`.execute(db)
    await db.transaction().execute((trx) => migrations['0010-own-counts']!.up(trx))
    expect(await numbersOf(person)).toMatchObject(two)
    const left =
      await sql`select kind from (table tally union all table tally_change) t where scope = ${person.id}`.execute(db)
    expect(left.rows).toEqual([])
    await move(person, office.otherCompany)
    expect(await numbersOf(person)).toMatchObject(nothing)
  })
})
