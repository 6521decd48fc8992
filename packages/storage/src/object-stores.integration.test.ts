import { CreateMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3'
import { createBucket } from '@foja/testing/s3'
import { hasSwift, howToInstall } from '@foja/testing/swift'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDiskStore } from './disk-store.ts'
import { encryptObjects } from './encrypted-store.ts'
import { newObjectKey, type ObjectStore } from './object-store.ts'
import { createS3Store } from './s3-store.ts'

/** A store to test. `leaveUnfinished` leaves what an interrupted upload leaves. */
type Opened = { store: ObjectStore; leaveUnfinished: () => Promise<void>; close: () => Promise<void> }

async function openDisk(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'foja store '))
  const left = join(folder, 'tmp', 'left')
  return {
    store: await openDiskStore(folder),
    leaveUnfinished: async () => {
      await writeFile(left, 'half')
      const minuteAgo = Date.now() / 1000 - 60
      await utimes(left, minuteAgo, minuteAgo)
    },
    close: async () => await rm(folder, { recursive: true, force: true }),
  }
}

async function openS3(): Promise<Opened> {
  const { bucket: Bucket, endpoint, region, ...credentials } = await createBucket()
  const store = createS3Store({ bucket: Bucket, endpoint, region, ...credentials })
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials })
  const Key = newObjectKey()
  return {
    store,
    leaveUnfinished: async () => {
      await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
    },
    close: async () => {
      client.destroy()
      store.close()
    },
  }
}

const wrapping = { id: '01'.repeat(8), key: randomBytes(32) }
const encrypted = (open: () => Promise<Opened>) => async (): Promise<Opened> => {
  const opened = await open()
  return { ...opened, store: encryptObjects(opened.store, { current: wrapping, find: async () => wrapping.key }) }
}

const isMissing = !hasSwift()
const ifMissing = isMissing ? ` (skipped: ${howToInstall})` : ''
const stores = [
  { name: 'the disk store', open: openDisk, isSkipped: false },
  { name: 'the encrypted disk store', open: encrypted(openDisk), isSkipped: false },
  { name: `the S3 store${ifMissing}`, open: openS3, isSkipped: isMissing },
  { name: `the encrypted S3 store${ifMissing}`, open: encrypted(openS3), isSkipped: isMissing },
]

const maxBytes = 100_000_000
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const soon = () => new Date(Date.now() + 60_000)

async function* chunks(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}

describe.each(stores)('$name', ({ open, isSkipped }) => {
  let opened: Opened
  let store: ObjectStore
  beforeAll(async () => {
    if (isSkipped) return
    opened = await open()
    store = opened.store
  })
  afterAll(async () => await opened?.close())

  const read = async (key: string, range?: { start: number; end: number }) => await buffer(await store.get(key, range))
  const keysAfter = async (after?: string) => {
    const keys: string[] = []
    for await (const { key } of store.list(after)) keys.push(key)
    return keys
  }
  const contract = it.skipIf(isSkipped)

  contract('returns a stored object, whole or a range, with its size, time and SHA-256', async () => {
    const stored = await store.put(chunks('hola ', '', 'mundo'), { maxBytes })
    expect(stored).toEqual({ key: stored.key, size: 10, sha256: sha256(Buffer.from('hola mundo')) })
    expect((await read(stored.key)).toString()).toBe('hola mundo')
    expect((await read(stored.key, { start: 2, end: 5 })).toString()).toBe('la m')
    expect((await read(stored.key, { start: 5, end: 500 })).toString()).toBe('mundo')
    expect((await read(stored.key, { start: 10, end: 20 })).toString()).toBe('')
    const found = await store.stat(stored.key)
    expect(found).toMatchObject({ key: stored.key, size: 10 })
    expect(Math.abs(Date.now() - found!.modified.getTime())).toBeLessThan(60_000)
  })

  contract.each([0, 1, 65_536, 5 * 1024 * 1024, 12_000_001])('keeps %i bytes as they came', async (size) => {
    const bytes = randomBytes(size)
    const half = Math.floor(size / 2)
    const stored = await store.put(chunks(bytes.subarray(0, half), bytes.subarray(half)), { maxBytes })
    expect(stored).toMatchObject({ size, sha256: sha256(bytes) })
    expect(await store.stat(stored.key)).toMatchObject({ size })
    expect((await read(stored.key)).equals(bytes)).toBe(true)
    for (const start of [0, 65_535, 5 * 1024 * 1024 - 1, size - 2].filter((one) => one >= 0 && one < size)) {
      expect((await read(stored.key, { start, end: start + 1 })).equals(bytes.subarray(start, start + 2))).toBe(true)
    }
  })

  contract('stores the same content twice under different keys, and deletes one more than once', async () => {
    const first = await store.put(chunks('x'), { maxBytes })
    const second = await store.put(chunks('x'), { maxBytes })
    expect(first.key).not.toBe(second.key)
    await store.delete(first.key)
    await store.delete(first.key)
    expect(await store.exists(first.key)).toBe(false)
    expect(await store.stat(first.key)).toBeNull()
    await expect(store.get(first.key)).rejects.toMatchObject({ code: 'not_found' })
    expect(await store.exists(second.key)).toBe(true)
  })

  contract('replaces an object under its own key, and the last write that ends stays', async () => {
    const { key } = await store.put(chunks('before'), { maxBytes })
    const started = Promise.withResolvers<void>()
    const resumed = Promise.withResolvers<void>()
    async function* interrupted(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half')
      started.resolve()
      await resumed.promise
    }
    const first = store.put(interrupted(), { maxBytes, key })
    await started.promise
    expect((await read(key)).toString()).toBe('before')
    await store.put(chunks('after'), { maxBytes, key })
    await expect(store.put(chunks('too much'), { maxBytes: 3, key })).rejects.toMatchObject({ code: 'too_large' })
    expect((await read(key)).toString()).toBe('after')
    resumed.resolve()
    await first
    expect((await read(key)).toString()).toBe('half')
  })

  contract('accepts exactly the limit and refuses one byte more', async () => {
    const before = await keysAfter()
    const { key } = await store.put(chunks('12345', '67890'), { maxBytes: 10 })
    await store.delete(key)
    await expect(store.put(chunks('12345', '678901'), { maxBytes: 10 })).rejects.toMatchObject({ code: 'too_large' })
    expect(await keysAfter()).toEqual(before)
    expect(await store.sweepUnfinished(soon())).toBe(0)
  })

  contract.each([10, 12_000_000])(
    'leaves nothing when the source fails after %i bytes, and throws its error',
    async (size) => {
      const before = await keysAfter()
      const gone = new Error('the client is gone')
      async function* failing(): AsyncGenerator<Uint8Array> {
        yield randomBytes(size)
        throw gone
      }
      await expect(store.put(failing(), { maxBytes })).rejects.toBe(gone)
      expect(await keysAfter()).toEqual(before)
      expect(await store.sweepUnfinished(soon())).toBe(0)
    },
  )

  contract("never uses a caller's text as a name", async () => {
    for (const key of ['../../etc/passwd', '', 'a'.repeat(63), `${'a'.repeat(63)}/`, 'A'.repeat(64), '?acl']) {
      await expect(store.get(key)).rejects.toMatchObject({ code: 'bad_key' })
      await expect(store.stat(key)).rejects.toMatchObject({ code: 'bad_key' })
      await expect(store.delete(key)).rejects.toMatchObject({ code: 'bad_key' })
      await expect(store.locate(key)).rejects.toMatchObject({ code: 'bad_key' })
      await expect(store.put(chunks('x'), { maxBytes, key })).rejects.toMatchObject({ code: 'bad_key' })
    }
  })

  contract('lists objects with their time in the order of their keys, also after a key', async () => {
    const puts = await Promise.all(Array.from({ length: 20 }, () => store.put(chunks('x'), { maxBytes })))
    const all = await keysAfter()
    expect(all).toEqual(all.toSorted())
    expect(all).toEqual(expect.arrayContaining(puts.map(({ key }) => key)))
    for (const at of [0, 7, all.length - 1]) expect(await keysAfter(all[at])).toEqual(all.slice(at + 1))
    expect(await keysAfter('f'.repeat(64))).toEqual([])
    for await (const { modified } of store.list()) expect(modified).toBeInstanceOf(Date)
  })

  contract('sweeps old unfinished uploads and keeps newer ones', async () => {
    await opened.leaveUnfinished()
    expect(await store.sweepUnfinished(new Date(Date.now() - 3_600_000))).toBe(0)
    expect(await store.sweepUnfinished(soon())).toBe(1)
    expect(await store.sweepUnfinished(soon())).toBe(0)
  })

  contract('has a free connection when many readers never end their streams', async () => {
    const { key } = await store.put(chunks(randomBytes(1_000_000)), { maxBytes })
    const streams = await Promise.all(Array.from({ length: 60 }, () => store.get(key)))
    await store.ping()
    expect((await read(key)).length).toBe(1_000_000)
    for (const stream of streams) stream.destroy()
  })

  contract('is ready', async () => {
    await expect(store.ping()).resolves.toBeUndefined()
  })
})
