import { createTestDatabase } from '@foja/testing/database'
import { openDiskStore } from '@foja/storage/disk-store'
import { fastify } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sweep } from './sweep.ts'

it('leaves the rest to the next sweep once it is told to stop', async () => {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'foja-sweep-'))
  try {
    const store = await openDiskStore(folder)
    const { key } = await store.put(
      (async function* () {
        yield new Uint8Array(8)
      })(),
      { maxBytes: 8 },
    )
    const deps = { db: database.kysely, store, clock: () => new Date() }
    const { log } = fastify()
    await expect(sweep(deps, log, -1000, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
    expect(await store.stat(key)).not.toBeNull()
    expect(await sweep(deps, log, -1000)).toMatchObject({ orphans: 1 })
    expect(await store.stat(key)).toBeNull()
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
})
