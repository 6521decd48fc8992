import type { OpenDatabase } from '@foja/db/database-port'
import { isInUse } from '@foja/db/in-use'
import { openDatabase } from '@foja/db/open-database'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { silentLogger } from '@foja/db/silent-logger'
import { createTestDatabase } from '@foja/testing/database'
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
import { resealSecondFactors } from '../../identity/account/renew-secrets.ts'
import { checkKeys, requireKeys } from './installation.ts'
import { nextFile, rotateKeys } from './rotate-keys.ts'

/** A stopped office on a PostgreSQL server with one user, whose second factor is sealed with the keys. */
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

/** Locks a table against writers once its turn comes; returns the function that releases it. */
async function lockTable(table: 'setting' | 'signer'): Promise<() => Promise<unknown>> {
  const locking = await database.kysely.startTransaction().execute()
  holders.push(locking)
  await sql`lock table ${sql.table(table)} in exclusive mode`.execute(locking)
  return () => locking.commit().execute()
}

/** Resolves when `count` connections wait for a lock. */
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

/** Expects that the key file belongs to the database and opens its secrets, and that no next file is left. */
async function expectWhole(): Promise<void> {
  const keys = await requireKeys(file)
  await checkKeys(database.kysely, keys.session.id)
  const opened = await inTransaction(database.kysely, (trx) => resealSecondFactors(trx, { from: keys, to: keys }))
  expect(opened).toEqual({ moved: 1, unopened: 0 })
  expect(existsSync(nextFile(file))).toBe(false)
}

describe('two key rotations in parallel', () => {
  it('run one after the other', async () => {
    const release = await lockTable('signer')
    const first = rotate()
    await untilWaiting(1)
    const second = rotate()
    await untilWaiting(2)
    await release()
    const [one, other] = await Promise.all([first, second])
    expect(one.counts).toMatchObject({ secondFactors: 1, unopened: 0 })
    // The second one completed the first one's rotation, or made its own.
    if (other.counts !== null) expect(other.counts).toMatchObject({ secondFactors: 1, unopened: 0 })
    expect(await idIn(one.oldKeysFile)).toBe(before)
    expect(existsSync(other.oldKeysFile)).toBe(true)
    await expectWhole()
  })

  it('keep each other’s files when one is late to replace the key file', async () => {
    const releaseSigner = await lockTable('signer')
    const late = rotate()
    await untilWaiting(1)
    const holding = lockTable('setting')
    await untilWaiting(2)
    await releaseSigner()
    const releaseSetting = await holding
    // The database uses the new keys; another command then completes this rotation and starts the next.
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

describe('key rotation beside a Foja on the same PostgreSQL server', () => {
  const config = () =>
    readConfig({ FOJA_DATA_DIR: folder, DATABASE_URL: url, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' })

  it('is refused from before the server has checked its keys', async () => {
    const release = await lockTable('setting')
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

  it('is refused when the server starts while the command waits', async () => {
    const release = await lockTable('setting')
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

  it('does not migrate the schema of a running server, even with a newer release', async () => {
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
