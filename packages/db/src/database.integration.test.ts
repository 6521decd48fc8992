import { randomUUID } from 'node:crypto'
import { createTestDatabase, testDatabaseKind } from '@foja/testing/database'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { isForeignKeyViolation, sqlState, uniqueViolation } from './errors.ts'
import { appendEvent } from './events.ts'
import { migrateToLatest, migrations } from './migrate.ts'
import { matchesSearch } from './search.ts'
import { inTransaction } from './transaction.ts'
import { verifyChain } from './verify-chains.ts'

describe(`the database (${testDatabaseKind})`, async () => {
  const user = randomUUID()
  const company = randomUUID()

  const database = await createTestDatabase()
  const { kysely } = database
  await kysely.insertInto('company').values({ id: company, nombre: 'Centro de Mediación Quito' }).execute()
  await kysely
    .insertInto('app_user')
    .values({ id: user, email: 'Ana@example.ec', nombre: 'Ana', role: 'gestor', id_company: company })
    .execute()
  afterAll(() => database.close())

  it('is migrated, and migrating again does nothing', async () => {
    expect(await migrateToLatest(database.kysely)).toEqual([])
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database.kysely)
    expect(rows.map((row) => row.name)).toEqual(Object.keys(migrations))
  })

  it('refuses a schema of a newer version', async () => {
    await expect(migrateToLatest(database.kysely, {})).rejects.toMatchObject({ code: 'database_from_newer_version' })
  })

  it('names the violated constraint and distinguishes the SQL states', async () => {
    const again = database.kysely
      .insertInto('app_user')
      .values({ id: randomUUID(), email: 'ANA@EXAMPLE.EC', nombre: 'Otra', role: 'usuario', id_company: company })
      .execute()
    const error: unknown = await again.catch((caught: unknown) => caught)
    expect(uniqueViolation(error)).toBe('app_user_email_key')
    const orphan: unknown = await database.kysely
      .insertInto('user_shared')
      .values({ id_documento: randomUUID(), id_user: user })
      .execute()
      .catch((caught: unknown) => caught)
    expect(isForeignKeyViolation(orphan)).toBe(true)
    expect(uniqueViolation(orphan)).toBeNull()
  })

  it('allows only an admin without a company, and no unknown role', async () => {
    const insert = (role: string, id_company: string | null): Promise<unknown> =>
      sql`insert into app_user (id, email, nombre, role, id_company)
        values (${randomUUID()}, ${`${randomUUID()}@x.ec`}, 'x', ${role}, ${id_company})`.execute(database.kysely)
    await expect(insert('admin', null)).resolves.toBeDefined()
    expect(sqlState(await insert('usuario', null).catch((caught: unknown) => caught))).toBe('23514')
    expect(sqlState(await insert('root', company).catch((caught: unknown) => caught))).toBe('23514')
  })

  it('returns instants, numbers, bytes and json as they were written', async () => {
    const at = new Date('2026-03-01T10:20:30.456Z')
    const bytes = Buffer.from([0, 1, 127, 128, 255])
    await database.kysely
      .insertInto('signer')
      .values({
        id_user: user,
        subject: 'CN=Ana Núñez',
        issuer: 'CN=Autoridad',
        serial: '0a',
        fingerprint: 'ab'.repeat(32),
        key_type: 'RSA 2048',
        not_before: at,
        not_after: at,
        certificate: bytes,
        chain: JSON.stringify(['AA==']),
        wrapped_key: bytes,
        wrap_params: JSON.stringify({ algorithm: 'A256GCM', passes: 3 }),
      })
      .execute()
    const row = await database.kysely.selectFrom('signer').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ not_before: at, chain: ['AA=='], wrap_params: { algorithm: 'A256GCM', passes: 3 } })
    expect(Buffer.compare(row.certificate, bytes)).toBe(0)
    const { total } = await database.kysely
      .selectFrom('signer')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    expect(total).toBe(1)
  })

  it('rolls back the transaction when its work throws', async () => {
    const work = inTransaction(database.kysely, async (trx) => {
      await trx.insertInto('throttle').values({ key: 'undone' }).execute()
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    const rows = await database.kysely.selectFrom('throttle').selectAll().where('key', '=', 'undone').execute()
    expect(rows).toEqual([])
  })

  it('refuses a query outside the open transaction instead of deadlocking', async () => {
    const nested = inTransaction(database.kysely, () => database.ping())
    await expect(nested).rejects.toMatchObject({ code: 'nested_query' })
    await database.ping()
  })

  it('continues after an error within a transaction', async () => {
    const failed = inTransaction(database.kysely, async (trx) => {
      await sql`select 1 / 0`.execute(trx).catch(() => {})
      await trx.selectFrom('throttle').selectAll().execute()
    })
    expect(sqlState(await failed.catch((caught: unknown) => caught))).toBe('25P02')
    await database.ping()
  })

  it('serves concurrent queries', async () => {
    const keys = Array.from({ length: 60 }, (_, at) => `parallel ${at}`)
    await Promise.all(
      keys.map((key) =>
        inTransaction(database.kysely, async (trx) => {
          await trx.insertInto('throttle').values({ key, count: 1 }).execute()
          await trx.updateTable('throttle').set({ count: 2 }).where('key', '=', key).execute()
        }),
      ),
    )
    const rows = await database.kysely.selectFrom('throttle').select('count').where('key', 'in', keys).execute()
    expect(rows.map((row) => row.count)).toEqual(keys.map(() => 2))
  })

  it('sends notifications on commit, not on rollback', async () => {
    const heard: string[] = []
    const stop = await database.listen('revoked', (payload) => heard.push(payload))
    await inTransaction(database.kysely, async (trx) => {
      await database.notify('revoked', 'lost', trx)
      throw new Error('undo')
    }).catch(() => {})
    await inTransaction(database.kysely, (trx) => database.notify('revoked', 'kept', trx))
    await expect.poll(() => heard).toEqual(['kept'])
    await stop()
    await database.notify('revoked', 'unheard')
    await database.ping()
    expect(heard).toEqual(['kept'])
  })

  it('finds words by prefix, ignoring accents and case', async () => {
    const id = 'AAAA-BBBB-CCCC-0001'
    const payload_sha256 = '0'.repeat(64)
    await database.kysely
      .insertInto('solicitud_main')
      .values({
        id_solicitud_main: id,
        id_company: company,
        created_by: user,
        payload_sha256,
        titulo: 'Mediación laboral de Núñez & Compañía, S.A.',
      })
      .execute()
    const find = async (q: string): Promise<number> => {
      const condition = matchesSearch('palabras', q)
      if (condition === null) return -1
      return (await database.kysely.selectFrom('solicitud_main').select('titulo').where(condition).execute()).length
    }
    expect(await find('MEDIACION nuñ')).toBe(1)
    for (const typed of ['aaaa-bbbb-cccc-0001', 'AAAA-BB', 'cccc-0001', '0001', 'AAAABBBBCCCC0001'])
      expect([typed, await find(typed)]).toEqual([typed, 1])
    expect([await find('aa'), await find('bbbb-aaab')]).toEqual([0, 0])
    expect(await find("compan' | x:*")).toBe(0)
    expect(await find('penal')).toBe(0)
    expect(await find(' -&!')).toBe(-1)
  })

  it('chains the events of a case file, also concurrent ones, and detects tampering', async () => {
    const chain = 'AAAA-BBBB-CCCC-0002'
    const event = (n: number): Promise<unknown> =>
      inTransaction(database.kysely, (trx) =>
        appendEvent(trx, {
          action: 'document.uploaded',
          id_solicitud_main: chain,
          id_company: company,
          actor: user,
          actor_label: 'Ana',
          data: { z: n, a: { y: 'ñ', b: [1.5, null, true] }, omitted: undefined },
          ip: '::1',
        }),
      )
    await Promise.all(Array.from({ length: 20 }, (_, n) => event(n)))
    expect(await verifyChain(database.kysely, chain)).toMatchObject({ events: 20, intact: true, at: null })

    const edit = sql`update event set actor_label = 'Eva' where chain = ${chain} and seq = 7`
    expect(sqlState(await edit.execute(database.kysely).catch((caught: unknown) => caught))).toBe('23001')
    await sql`alter table event disable trigger user`.execute(database.kysely)
    await edit.execute(database.kysely)
    expect(await verifyChain(database.kysely, chain)).toMatchObject({
      events: 20,
      intact: false,
      at: 7,
      fault: 'event',
    })
    await sql`update event set actor_label = 'Ana' where chain = ${chain} and seq = 7`.execute(database.kysely)
    expect(await verifyChain(database.kysely, chain)).toMatchObject({ intact: true })
    await sql`delete from event where chain = ${chain} and seq = 20`.execute(database.kysely)
    expect(await verifyChain(database.kysely, chain)).toMatchObject({
      events: 19,
      intact: false,
      at: 20,
      fault: 'event',
    })
    await sql`alter table event enable trigger user`.execute(database.kysely)
  })
})
