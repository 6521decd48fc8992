import { createTestDatabase } from '@foja/testing/database'
import { openDiskStore } from '@foja/storage/disk-store'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sweepAfterStart, sweep } from './sweep.ts'
import { takeSweepTurn } from './sweep-turn.ts'

type Deps = Parameters<typeof sweep>[0]

/** Runs `work` with its own database and store. */
async function withDeps(work: (deps: Deps) => Promise<void>): Promise<void> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'foja-sweep-'))
  try {
    const store = await openDiskStore(folder)
    await work({ db: database.kysely, store, clock: () => new Date(), bus: database })
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

it('stops when aborted and leaves the rest to the next sweep', async () => {
  await withDeps(async (deps) => {
    const { store } = deps
    const { key } = await store.put(
      (async function* () {
        yield new Uint8Array(8)
      })(),
      { maxBytes: 8 },
    )
    const { log } = fastify()
    await expect(sweep(deps, log, -1000, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
    expect(await store.stat(key)).not.toBeNull()
    expect(await sweep(deps, log, -1000)).toMatchObject({ orphans: 1 })
    expect(await store.stat(key)).toBeNull()
  })
})

it('sweeps the keys of old requests and the text of old messages', async () => {
  await withDeps(async (deps) => {
    const { db } = deps
    const id = randomUUID()
    const old = new Date(Date.now() - 100 * 24 * 3_600_000)
    await db.insertInto('app_user').values({ id, email: 'a@foja.example', nombre: 'Ana', role: 'admin' }).execute()
    const request = { id_user: id, scope: 'documents', request_sha256: '0'.repeat(64) }
    for (const created_at of [old, new Date()]) {
      await db
        .insertInto('idempotency_key')
        .values({ ...request, key: randomUUID(), created_at })
        .execute()
    }
    const recipients = JSON.stringify({ to: ['a@foja.example'], cc: [] })
    const message = { kind: 'notice', status: 'sent', locale: 'es', recipients, text: 'Hola', html: 'Hola' } as const
    for (const sent_at of [old, new Date()]) {
      await db
        .insertInto('email')
        .values({ ...message, id: randomUUID(), subject: 'x', created_at: old, sent_at })
        .execute()
    }
    await sweep(deps, fastify().log)
    expect(await db.selectFrom('idempotency_key').select('key').execute()).toHaveLength(1)
    const kept = await db.selectFrom('email').select('text').orderBy('sent_at').execute()
    expect(kept.map(({ text }) => text)).toEqual(['', 'Hola'])
  })
})

it('sweeps links and sessions a month after their end, counters after a day, expired tokens immediately', async () => {
  await withDeps(async (deps) => {
    const { db } = deps
    const id_user = randomUUID()
    const now = deps.clock()
    const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000)
    await db
      .insertInto('app_user')
      .values({ id: id_user, email: 'a@foja.example', nombre: 'Ana', role: 'admin' })
      .execute()
    const links = [-30.01, -29.99, 1].map((days) => ({ id: randomUUID(), days }))
    for (const { id, days } of links) {
      const hash = createHash('sha256').update(id).digest('hex')
      const link = { id, hash, id_user, kind: 'reset', expires_at: inDays(days), used_at: null } as const
      await db.insertInto('one_time_link').values(link).execute()
    }
    const recipients = JSON.stringify({ to: ['a@foja.example'], cc: [] })
    const mail = {
      kind: 'account',
      status: 'held',
      locale: 'es',
      recipients,
      subject: 'x',
      text: 'x',
      html: 'x',
    } as const
    const email = { ...mail, id: randomUUID(), id_link: links[0]!.id }
    await db.insertInto('email').values(email).execute()
    const sessions = [
      { name: 'open', expires: 10, revoked: null, tokens: [-1, 5] },
      { name: 'ended yesterday', expires: 20, revoked: -1, tokens: [10] },
      { name: 'ended long ago', expires: 20, revoked: -30.01, tokens: [10] },
      { name: 'over', expires: -30.01, revoked: null, tokens: [-30.01] },
    ]
    for (const { name, expires, revoked, tokens } of sessions) {
      const id = randomUUID()
      const revoked_at = revoked === null ? null : inDays(revoked)
      await db
        .insertInto('session')
        .values({ id, id_user, user_agent: name, expires_at: inDays(expires), revoked_at })
        .execute()
      for (const days of tokens) {
        const hash = createHash('sha256').update(`${name} ${days}`).digest('hex')
        await db
          .insertInto('refresh_token')
          .values({ hash, id_session: id, expires_at: inDays(days) })
          .execute()
      }
    }

    for (const days of [-1.01, -0.99]) {
      const row = { key: `tries ${days}`, count: 1, window_start: inDays(days) }
      await db.insertInto('throttle').values(row).execute()
    }

    await sweep(deps, fastify().log)

    expect(await db.selectFrom('throttle').select('key').execute()).toEqual([{ key: 'tries -0.99' }])
    const left = await db.selectFrom('one_time_link').orderBy('expires_at').select('id').execute()
    expect(left.map(({ id }) => id)).toEqual(links.slice(1).map(({ id }) => id))
    // The message stays without its link.
    expect(await db.selectFrom('email').select(['id', 'id_link']).execute()).toEqual([{ id: email.id, id_link: null }])
    const kept = await db.selectFrom('session').orderBy('expires_at').select('user_agent').execute()
    expect(kept.map(({ user_agent }) => user_agent)).toEqual(['open', 'ended yesterday'])
    const tokens = await db.selectFrom('refresh_token').select('expires_at').execute()
    expect(tokens).toEqual([{ expires_at: inDays(5) }])
  })
})

it('counts a logo whose file is missing, and deletes an unreferenced one', async () => {
  await withDeps(async (deps) => {
    const { db, store } = deps
    const one = async (text: string) =>
      await store.put(
        (async function* () {
          yield Buffer.from(text)
        })(),
        { maxBytes: 100 },
      )
    const { key } = await one('there')
    for (const logo_key of [key, '0'.repeat(key.length), null]) {
      await db.insertInto('company').values({ id: randomUUID(), nombre: 'Notaría', logo_key }).execute()
    }
    const { key: orphan } = await one('named by nothing')
    expect(await sweep(deps, fastify().log, -1000)).toMatchObject({ orphans: 1, missing: 1 })
    expect(await store.stat(orphan)).toBeNull()
    expect(await store.stat(key)).not.toBeNull()
  })
})

/** Stores `count` files that nothing references; returns their keys in order. */
async function addOrphans({ store }: Deps, count: number): Promise<string[]> {
  const source = async function* () {
    yield new Uint8Array(1)
  }
  const stored = await Promise.all(Array.from({ length: count }, () => store.put(source(), { maxBytes: 1 })))
  return stored.map(({ key }) => key).toSorted()
}

it('continues after an interruption where it ended', async () => {
  await withDeps(async (deps) => {
    const keys = await addOrphans(deps, 520)
    const stop = new AbortController()
    const interrupted: Deps = {
      ...deps,
      store: Object.assign(Object.create(deps.store) as Deps['store'], {
        list: async function* (after?: string) {
          let listed = 0
          for await (const object of deps.store.list(after)) {
            if ((listed += 1) > 500) stop.abort()
            yield object
          }
        },
        delete: deps.store.delete.bind(deps.store),
        exists: deps.store.exists.bind(deps.store),
        sweepUnfinished: deps.store.sweepUnfinished.bind(deps.store),
      }),
    }
    await expect(sweep(interrupted, fastify().log, -1000, stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
    for (const key of keys.slice(0, 500)) expect(await deps.store.exists(key)).toBe(false)
    const added = await addOrphans(deps, 10)
    // Only what comes after the last key that the first sweep examined.
    const rest = [...added.filter((key) => key > keys[499]!), ...keys.slice(500)]
    expect(await sweep(deps, fastify().log, -1000)).toMatchObject({ orphans: rest.length })
    expect(await sweep(deps, fastify().log, -1000)).toMatchObject({ orphans: 10 + 20 - rest.length })
  })
})

it('does nothing while another process sweeps, and takes over one that stopped to report', async () => {
  await withDeps(async (deps) => {
    const [key] = await addOrphans(deps, 1)
    const turn = (await takeSweepTurn(deps.db))!
    expect(await takeSweepTurn(deps.db)).toBeNull()
    expect(await sweep(deps, fastify().log, -1000)).toMatchObject({ orphans: 0 })
    expect(await deps.store.exists(key!)).toBe(true)
    await sql`update setting set updated_at = now() - interval '6 minutes' where key = 'sweep'`.execute(deps.db)
    expect(await sweep(deps, fastify().log, -1000)).toMatchObject({ orphans: 1 })
    await expect(turn.advance('a')).rejects.toThrow(/another process/)
    // The end of a lost turn does not end that of another process.
    const next = (await takeSweepTurn(deps.db))!
    await turn.end()
    expect(await takeSweepTurn(deps.db)).toBeNull()
    await next.end()
    expect((await takeSweepTurn(deps.db))?.after).toBe('')
  })
})

it('runs in the background after a start, from the beginning, and stops promptly', async () => {
  await withDeps(async (deps) => {
    const [key] = await addOrphans(deps, 1)
    const where = { isEmbedded: true, isShared: false, startedAt: Date.now() + 1000 }
    // What a crash left.
    await (await takeSweepTurn(deps.db))!.advance('f'.repeat(64))
    const { log } = fastify()
    const stop = await sweepAfterStart(deps, log, where)
    await expect.poll(() => deps.store.exists(key!)).toBe(false)
    await stop()

    const listing = Promise.withResolvers<void>()
    const store = Object.assign(Object.create(deps.store) as Deps['store'], {
      sweepUnfinished: () => {
        listing.resolve()
        return new Promise<never>(() => {})
      },
    })
    const stopSlow = await sweepAfterStart({ ...deps, store }, log, where)
    await listing.promise
    const before = performance.now()
    await stopSlow()
    expect(performance.now() - before).toBeLessThan(5000)
  })
})

it('leaves recent files of a store that other processes use', async () => {
  await withDeps(async (deps) => {
    const { log } = fastify()
    for (const where of [
      { isEmbedded: true, isShared: true },
      { isEmbedded: false, isShared: false },
    ]) {
      const [recent, old] = await addOrphans(deps, 2)
      const yesterday = Date.now() / 1000 - 86_400
      await utimes((await deps.store.locate(old!))!.path, yesterday, yesterday)
      const stop = await sweepAfterStart(deps, log, { ...where, startedAt: Date.now() + 1000 })
      await expect.poll(() => deps.store.exists(old!)).toBe(false)
      await stop()
      expect(await deps.store.exists(recent!)).toBe(true)
    }
  })
})
