import { appendEvent } from '@foja/db/events'
import { migrations } from '@foja/db/migrate'
import { inTransaction } from '@foja/db/transaction'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createTestDatabase } from './database.ts'
import { tableRows } from './table-rows.ts'

const stateOfTrigger = sql<{
  state: string
}>`select tgenabled as state from pg_trigger where tgname = 'event_append_only'`

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

it('a test database whose schema was changed is not reused', async () => {
  const first = await createTestDatabase('embedded')
  await sql`alter table event disable trigger event_append_only`.execute(first.kysely)
  await first.close()
  const second = await createTestDatabase('embedded')
  expect((await stateOfTrigger.execute(second.kysely)).rows).toEqual([{ state: 'O' }])
  await second.close()
})
