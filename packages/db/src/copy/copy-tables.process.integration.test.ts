import { silentLogger } from '../silent-logger.ts'
import { createTestDatabase } from '@foja/testing/database'
import { prepareDatabase } from '@foja/testing/data-folder'
import { postgresUrl } from '@foja/testing/postgres'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openForCopy, type CopyDatabase } from './copy-session.ts'
import { isBackupRunning, lockForBackup } from './delete-hold.ts'
import { dumpTables, type DumpedRows, type DumpedSchema } from './dump-tables.ts'
import { loadTables } from './load-tables.ts'

const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

async function openEmbedded(): Promise<CopyDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'foja-copy-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  await prepareDatabase(folder)
  return await opened({ folder })
}

async function openPostgres(): Promise<CopyDatabase> {
  const database = await createTestDatabase('postgres')
  closers.push(() => database.close())
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely)
  return await opened({ url: await postgresUrl(rows[0]!.name) })
}

async function opened(options: { url?: string; folder?: string }): Promise<CopyDatabase> {
  const copyDatabase = await openForCopy({ ...options, logger: silentLogger })
  closers.push(() => copyDatabase.database.close())
  return copyDatabase
}

type Dump = { schema: DumpedSchema; parts: DumpedRows[] }

const dump = ({ withSession }: CopyDatabase): Promise<Dump> =>
  withSession((session) =>
    dumpTables(session, async (schema, rows) => {
      const parts: DumpedRows[] = []
      for await (const part of rows) parts.push(part)
      return { schema, parts }
    }),
  )

const load = ({ withSession }: CopyDatabase, { schema, parts }: Dump) =>
  withSession((session) =>
    loadTables(session, schema, async (loadRows) => {
      for (const { table, rows } of parts) await loadRows(table, rows)
    }),
  )

/** The rows of a dump by table: parts end at pages, which differ between databases. */
const rowsOf = ({ parts }: Dump, table: string) =>
  Buffer.concat(parts.flatMap((part) => (part.table === table ? [part.rows] : [])))
    .toString()
    .split('\n')
    .toSorted()

const odd = 'línea 1\nlínea 2\ttabulador \\ barra \\N ñandú 🦜'

async function fill({ database: { kysely: db } }: CopyDatabase): Promise<void> {
  const company = randomUUID()
  await sql`insert into company (id, nombre, direccion) values (${company}, ${odd}, null)`.execute(db)
  await sql`insert into app_user (id, email, nombre, role, id_company)
    select gen_random_uuid(), 'p' || n || '@oficina.example', repeat(md5(n::text), 10), 'usuario', ${company}::uuid
    from generate_series(1, 3000) n`.execute(db)
  await sql`insert into setting (key, value) values ('json', '{"a": null, "b": [1.50, "x\\ny"]}'), ('null', 'null')`.execute(
    db,
  )
}

describe.each([
  ['embedded', 'embedded'],
  ['embedded', 'postgres'],
  ['postgres', 'embedded'],
  ['postgres', 'postgres'],
] as const)('tables copied from %s to %s', (from, to) => {
  const openKind = (kind: 'embedded' | 'postgres') => (kind === 'embedded' ? openEmbedded() : openPostgres())

  it('are the same there, in every value', async () => {
    const [source, target] = [await openKind(from), await openKind(to)]
    await fill(source)
    const taken = await dump(source)
    // Several parts, so that none needs the memory of a table.
    expect(taken.parts.filter(({ table }) => table === 'app_user').length).toBeGreaterThan(3)
    await load(target, taken)
    const arrived = await dump(target)
    expect(arrived.schema).toEqual(taken.schema)
    for (const { name } of taken.schema.tables) expect(rowsOf(arrived, name), name).toEqual(rowsOf(taken, name))
    // Constraints and triggers are back.
    const { kysely } = target.database
    await expect(sql`update app_user set id_company = gen_random_uuid()`.execute(kysely)).rejects.toMatchObject({
      code: '23503',
    })
    await expect(sql`truncate event`.execute(kysely)).rejects.toThrow(/append/)
  })

  it('stay as they were after an error', async () => {
    const target = await openKind(to)
    await fill(target)
    const before = await dump(target)
    const broken = { ...before, parts: [{ table: 'company', rows: Buffer.from('not a row\n') }] }
    await expect(load(target, broken)).rejects.toThrow()
    expect(await dump(target)).toEqual(before)
  })
})

describe('the lock of a backup on PostgreSQL', () => {
  it('is seen by every connection, and ends with its own', async () => {
    const target = await openPostgres()
    const { kysely } = target.database
    await target.withSession(async (session) => {
      await lockForBackup(session)
      expect(await isBackupRunning(kysely)).toBe(true)
    })
    await expect.poll(() => isBackupRunning(kysely)).toBe(false)
  })
})
