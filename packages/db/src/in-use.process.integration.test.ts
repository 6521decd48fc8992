import { createTestDatabase, silentLogger } from '@foja/testing/database'
import { postgresUrl } from '@foja/testing/postgres'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { isInUse, refuseInUse } from './in-use.ts'
import { openDatabase } from './open-database.ts'

it('isInUse finds a process on a PostgreSQL server from its announcement until it closes the database', async () => {
  const database = await createTestDatabase('postgres')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely)
  const running = await openDatabase({ url: await postgresUrl(rows[0]!.name), logger: silentLogger, poolSize: 1 })
  await running.ping()
  await refuseInUse(database.kysely)
  await running.announce()
  await expect(refuseInUse(database.kysely)).rejects.toMatchObject({ code: 'database_in_use' })
  // Listening uses the same connection, and leaves it open.
  const stop = await running.listen('word', () => {})
  await stop()
  expect(await isInUse(database.kysely)).toBe(true)
  await running.close()
  expect(await isInUse(database.kysely)).toBe(false)
  await database.close()
})

it('isInUse is always false on an embedded database, which has at most one process', async () => {
  const database = await createTestDatabase('embedded')
  await database.announce()
  expect(await isInUse(database.kysely)).toBe(false)
  await database.close()
})
