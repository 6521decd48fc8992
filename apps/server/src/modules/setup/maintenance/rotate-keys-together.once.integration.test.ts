import type { OpenDatabase } from '@foja/db/database-port'
import { isInUse } from '@foja/db/in-use'
import { openDatabase } from '@foja/db/open-database'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { createTestDatabase, silentLogger } from '@foja/testing/database'
import { postgresUrl } from '@foja/testing/postgres'
import { sql, type ControlledTransaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runToolOn } from '../../../../test/run-tool.ts'
import { readConfig } from '../../../config.ts'
import { createKeys } from '../../../keys.ts'
import { startServer } from '../../../start-server.ts'
import { createTotp } from '../../identity/account/totp.ts'
import { resealSecondFactors } from '../../identity/account/upkeep.public.ts'
import { checkKeys, requireKeys } from './installation.ts'
import { nextFile, rotateKeys } from './rotate-keys.ts'

/** An office on a PostgreSQL server, stopped: one person, whose second factor is sealed under the keys. */
let database: OpenDatabase
let url: string
let folder: string
let file: string
let before: string
const holders: ControlledTransaction<Database>[] = []
beforeEach(async () => {
  database = await createTestDatabase('postgres')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely)
  url = await postgresUrl(rows[0]!.name)
  folder = await mkdtemp(join(tmpdir(), 'foja-keys-'))
  file = join(folder, 'keys', 'server.json')
  await createKeys(file)
  const keys = await requireKeys(file)
  before = keys.session.id
  await checkKeys(database.kysely, before)
  const ana = { id: randomUUID(), email: 'ana@oficina.example', nombre: 'Ana' }
  const totp_secret = createTotp(keys, ana).sealed
  await database.kysely
    .insertInto('app_user')
    .values({ ...ana, role: 'admin', id_company: null, totp_secret, totp_enabled_at: new Date() })
    .execute()
})
afterEach(async () => {
  for (const one of holders.splice(0)) if (!one.isCommitted) await one.rollback().execute()
  await database.close()
  await rm(folder, { recursive: true })
})

const rotate = () => rotateKeys(database.kysely, file, new Date())
const filesOfKeys = () => readdir(dirname(file))
const idIn = async (of: string) => (await requireKeys(of)).session.id

/** Takes a table from everybody who writes to it, when its turn has come; returns how to let it go. */
async function hold(table: 'setting' | 'signer'): Promise<() => Promise<unknown>> {
  const held = await database.kysely.startTransaction().execute()
  holders.push(held)
  await sql`lock table ${sql.table(table)} in exclusive mode`.execute(held)
  return () => held.commit().execute()
}

/** Resolves when so many wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(database.kysely)
    return rows[0]?.n
  }
  await expect.poll(waiting).toBe(count)
}

/** The file is that of the database, and opens what is in there; no other one waits. */
async function expectWhole(): Promise<void> {
  const keys = await requireKeys(file)
  await checkKeys(database.kysely, keys.session.id)
  const opened = await inTransaction(database.kysely, (trx) => resealSecondFactors(trx, { from: keys, to: keys }))
  expect(opened).toEqual({ moved: 1, unopened: 0 })
  expect(existsSync(nextFile(file))).toBe(false)
}

describe('two commands that change the keys at once', () => {
  it('do so one after the other', async () => {
    const release = await hold('signer')
    const first = rotate()
    await untilWaiting(1)
    const second = rotate()
    await untilWaiting(2)
    await release()
    const [one, other] = await Promise.all([first, second])
    expect(one.counts).toMatchObject({ secondFactors: 1, unopened: 0 })
    // The second one ended the first one's change, or made one of its own.
    if (other.counts !== null) expect(other.counts).toMatchObject({ secondFactors: 1, unopened: 0 })
    expect(await idIn(one.kept)).toBe(before)
    expect(existsSync(other.kept)).toBe(true)
    await expectWhole()
  })

  it('leave each other’s files alone when one is late to put its own in place', async () => {
    const releaseSigner = await hold('signer')
    const late = rotate()
    await untilWaiting(1)
    const holding = hold('setting')
    await untilWaiting(2)
    await releaseSigner()
    const releaseSetting = await holding
    // It has gone over in the database, and another command ends its change and begins one.
    await untilWaiting(1)
    expect(await idIn(file)).toBe(before)
    const id = await idIn(nextFile(file))
    await rename(nextFile(file), file)
    await createKeys(nextFile(file))
    const another = await idIn(nextFile(file))
    await releaseSetting()
    expect((await late).counts).toMatchObject({ secondFactors: 1 })
    expect(await idIn(file)).toBe(id)
    expect(await idIn(nextFile(file))).toBe(another)
    expect((await rotate()).counts).toMatchObject({ secondFactors: 1, unopened: 0 })
    await expectWhole()
  })
})

describe('a Foja on the same PostgreSQL server', () => {
  const config = () =>
    readConfig({ FOJA_DATA_DIR: folder, DATABASE_URL: url, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' })

  it('is found from before it checks its keys, without anybody looking at it', async () => {
    const release = await hold('setting')
    const starting = startServer({ config: config() })
    await expect.poll(() => isInUse(database.kysely)).toBe(true)
    await release()
    const server = await starting
    await expect(rotate()).rejects.toMatchObject({ code: 'database_in_use' })
    await server.close()
    expect(await filesOfKeys()).toEqual(['server.json'])
    expect((await rotate()).counts).toMatchObject({ secondFactors: 1 })
    await expect(startServer({ config: config() }).then((again) => again.close())).resolves.toBeUndefined()
    await expectWhole()
  })

  it('is found when it came while the command waited', async () => {
    const release = await hold('setting')
    const refused = expect(rotate()).rejects.toMatchObject({ code: 'database_in_use' })
    await untilWaiting(1)
    const running = await openDatabase({ url, logger: silentLogger, poolSize: 1 })
    await running.announce()
    await release()
    await refused
    await running.close()
    expect(await filesOfKeys()).toEqual(['server.json'])
    await expectWhole()
  })

  it('keeps its schema while it runs, also where the command is of a newer release', async () => {
    const applied = () =>
      sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.kysely)
    const last = (await applied()).rows.at(-1)!.name
    const at = sql`select timestamp from kysely_migration where name = ${last}`
    const row = (await sql<{ timestamp: string }>`${at}`.execute(database.kysely)).rows[0]!
    await sql`delete from kysely_migration where name = ${last}`.execute(database.kysely)
    const older = await openDatabase({ url, logger: silentLogger, poolSize: 1, migrate: false })
    await older.announce()
    expect(await runToolOn(url, 'rotate-keys', '--data', folder)).toMatchObject({
      status: 1,
      output: expect.stringContaining('Foja está en marcha') as string,
    })
    await older.close()
    expect((await applied()).rows.map(({ name }) => name)).not.toContain(last)
    await sql`insert into kysely_migration values (${last}, ${row.timestamp})`.execute(database.kysely)
    const { status, output } = await runToolOn(url, 'rotate-keys', '--data', folder)
    expect(output).toContain('✓ Claves del servidor cambiadas.')
    expect(status).toBe(0)
    await expectWhole()
  })
})
