import { silentLogger } from './silent-logger.ts'
import { createTestDatabase } from '@foja/testing/database'
import { postgresUrl } from '@foja/testing/postgres'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { isInUse, refuseInUse } from './in-use.ts'
import { openDatabase } from './open-database.ts'

/** A test database on PostgreSQL, and the options with which a Foja opens it. */
async function makePostgres() {
  const database = await createTestDatabase('postgres')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely)
  const options = { url: await postgresUrl(rows[0]!.name), logger: silentLogger, poolSize: 1 }
  return { database, options }
}

it('isInUse finds a process on a PostgreSQL server from its announcement until it closes the database', async () => {
  const { database, options } = await makePostgres()
  const running = await openDatabase(options)
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

it('openDatabase leaves a history without seals alone while another Foja runs on the database', async () => {
  const { database, options } = await makePostgres()
  const earlier = await openDatabase(options)
  await earlier.announce()
  // Nothing is written yet: nodes of a new installation start together.
  await (await openDatabase(options)).close()
  await sql`insert into event_chain (chain, seq, hash) values ('system', 1, 'a')`.execute(database.kysely)
  const refused = { code: 'earlier_version_running' }
  await expect(openDatabase(options)).rejects.toMatchObject(refused)
  // The schema of the earlier release.
  await sql`alter table history_root rename to moved; delete from kysely_migration where name >= '0016'`.execute(
    database.kysely,
  )
  await expect(openDatabase(options)).rejects.toMatchObject(refused)
  await sql`alter table moved rename to history_root`.execute(database.kysely)
  await (await openDatabase({ ...options, migrate: false })).close()
  await earlier.close()
  await database.close()
})

it('openDatabase migrates no schema of an earlier release while another Foja runs on the database', async () => {
  const { database, options } = await makePostgres()
  const earlier = await openDatabase(options)
  await earlier.announce()
  await (await openDatabase(options)).close()
  await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(earlier.kysely)
  await expect(openDatabase(options)).rejects.toMatchObject({ code: 'earlier_version_running' })
  await (await openDatabase({ ...options, migrate: false })).close()
  // A database without a schema: the simplest that any release can migrate.
  await sql`drop schema public cascade`.execute(earlier.kysely)
  await sql`create schema public`.execute(earlier.kysely)
  await expect(openDatabase(options)).rejects.toMatchObject({ code: 'earlier_version_running' })
  await earlier.close()
  const next = await openDatabase(options)
  expect(next.migrated.length).toBeGreaterThan(30)
  await next.close()
  await database.close()
})

it('isInUse is always false on an embedded database, which has at most one process', async () => {
  const database = await createTestDatabase('embedded')
  await database.announce()
  expect(await isInUse(database.kysely)).toBe(false)
  await database.close()
})
