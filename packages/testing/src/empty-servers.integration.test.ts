import { appendEvent } from '@foja/db/events'
import { migrations } from '@foja/db/migrate'
import { inTransaction } from '@foja/db/transaction'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createTestDatabase } from './database.ts'
import { tableRows } from './table-rows.ts'

const state = sql`select (select tgenabled from pg_trigger where tgname = 'event_append_only'),
  (select prosecdef from pg_proc where proname = 'main_changed'),
  (select relacl::text from pg_class where relname = 'main_facts')`

it('a reused test database has no rows besides its migrations, no listener and no setting of the first', async () => {
  const first = await createTestDatabase('embedded')
  await first.kysely.insertInto('company').values({ id: randomUUID(), nombre: 'Cóndor', pais: 'EC' }).execute()
  const event = { action: 'setup.completed', actor_label: 'Foja' }
  await inTransaction(first.kysely, (trx) => appendEvent(trx, event))
  await first.listen('word', () => {})
  await sql`set statement_timeout = '7s'`.execute(first.kysely)
  await first.close()
  const second = await createTestDatabase('embedded')
  for await (const [table, rows] of tableRows(second.kysely)) expect(rows, table).toBe('')
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(second.kysely)
  expect(applied.rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
  const left = await sql`select 1 from pg_listening_channels()
    union all select 1 where current_setting('statement_timeout') <> '0'`.execute(second.kysely)
  expect(left.rows).toEqual([])
  await second.close()
})

it.each([
  ['schema', 'alter table event disable trigger event_append_only'],
  ['function', 'alter function main_changed() security invoker'],
  ['privileges', 'grant select on main_facts to public'],
])('a test database with changed %s is not reused', async (_, change) => {
  const first = await createTestDatabase('embedded')
  const before = await state.execute(first.kysely)
  await sql.raw(change).execute(first.kysely)
  expect((await state.execute(first.kysely)).rows).not.toEqual(before.rows)
  await first.close()
  const second = await createTestDatabase('embedded')
  expect((await state.execute(second.kysely)).rows).toEqual(before.rows)
  await second.close()
})
