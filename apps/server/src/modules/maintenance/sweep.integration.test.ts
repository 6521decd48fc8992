import { createTestDatabase } from '@foja/testing/database'
import { createPageCache } from '@foja/pdf/cache'
import { openDiskStore } from '@foja/storage/disk-store'
import { fastify } from 'fastify'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sweep } from './sweep.ts'

type Deps = Parameters<typeof sweep>[0]

/** Runs `work` with a database and a store of its own. */
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
        renderPage: () => Promise.reject(new Error('unused')),
      },
    })
    await work({ db: database.kysely, store, clock: () => new Date(), pageCache })
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

it('leaves the rest to the next sweep once it is told to stop', async () => {
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

it('forgets the keys of old uploads and what old messages said', async () => {
  await withDeps(async (deps) => {
    const { db } = deps
    const id = randomUUID()
    const old = new Date(Date.now() - 100 * 24 * 3_600_000)
    await db.insertInto('app_user').values({ id, email: 'a@foja.example', nombre: 'Ana', role: 'admin' }).execute()
    const made = { id_user: id, request_sha256: '0'.repeat(64), documents: [] }
    for (const created_at of [old, new Date()]) {
      await db
        .insertInto('upload')
        .values({ ...made, key: randomUUID(), created_at })
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
    expect(await db.selectFrom('upload').select('key').execute()).toHaveLength(1)
    const kept = await db.selectFrom('email').select('text').orderBy('sent_at').execute()
    expect(kept.map(({ text }) => text)).toEqual(['', 'Hola'])
  })
})
