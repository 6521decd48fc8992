import { createTestDatabase } from '@foja/testing/database'
import { createPageCache } from '@foja/pdf/cache'
import { openDiskStore } from '@foja/storage/disk-store'
import { fastify } from 'fastify'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sweep } from './sweep.ts'

type Deps = Parameters<typeof sweep>[0]

/** Runs `work` with its own database and store. */
async function withDeps(work: (deps: Deps) => Promise<void>): Promise<void> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'foja-sweep-'))
  try {
    const store = await openDiskStore(folder)
    const pageCache = createPageCache({
      folder: join(folder, 'cache'),
      maxBytes: 1024,
      renderer: {
        inspect: () => Promise.reject(new Error('unused')),
        pageText: () => Promise.reject(new Error('unused')),
        renderPage: () => Promise.reject(new Error('unused')),
      },
    })
    await work({ db: database.kysely, store, clock: () => new Date(), pageCache })
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
