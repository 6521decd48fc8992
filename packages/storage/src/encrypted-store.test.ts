import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { openDiskStore } from './disk-store.ts'
import { encryptObjects, type EncryptedStore } from './encrypted-store.ts'
import { newObjectKey, type ObjectStore } from './object-store.ts'
import { readLocation, streamLocation } from './read-file.ts'
import { chunkBytes, headerBytes, sealedChunkBytes, type WrappingKey } from './sealed-file.ts'

const maxBytes = 10_000_000
const oldKey: WrappingKey = { id: '01'.repeat(8), key: randomBytes(32) }
const newKey: WrappingKey = { id: '02'.repeat(8), key: randomBytes(32) }

function storeWith(current: WrappingKey | null, known: WrappingKey[] = [oldKey, newKey]): EncryptedStore {
  return encryptObjects(disk, { current, find: async (id) => known.find((one) => one.id === id)?.key ?? null })
}

const folder = await mkdtemp(join(tmpdir(), 'foja encrypted '))
const disk = await openDiskStore(folder)
const store = storeWith(oldKey)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function* inParts(bytes: Buffer, ...sizes: number[]): AsyncGenerator<Uint8Array> {
  let at = 0
  for (const size of sizes) yield bytes.subarray(at, (at += size))
  yield bytes.subarray(at)
}
const read = async (from: ObjectStore, key: string, range?: { start: number; end: number }) =>
  await buffer(await from.get(key, range))
const fileOf = async (key: string) => (await disk.locate(key))!.path
async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of source) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

async function countObjects(): Promise<number> {
  let count = 0
  for await (const _object of store.list()) count += 1
  return count
}

const sizes = [0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes, 20 * chunkBytes + 17]

describe('the encrypting store', () => {
  it.each(sizes)(
    'returns %i bytes as they came, by stream and by file, with their own size and SHA-256',
    async (size) => {
      const plain = randomBytes(size)
      const stored = await store.put(inParts(plain, 0, 1, Math.floor(size / 3)), { maxBytes })
      expect(stored).toMatchObject({ size, sha256: createHash('sha256').update(plain).digest('hex') })
      expect(await store.stat(stored.key)).toMatchObject({ key: stored.key, size })
      expect((await read(store, stored.key)).equals(plain)).toBe(true)
      const location = (await store.locate(stored.key))!
      expect(Buffer.from(readLocation(location)).equals(plain)).toBe(true)
      expect((await collect(streamLocation(location))).equals(plain)).toBe(true)
      if (size >= 64) expect((await readFile(location.path)).includes(plain.subarray(0, 16))).toBe(false)
    },
  )

  it('returns every range across chunk borders, and reads only the chunks of the range', async () => {
    const plain = randomBytes(4 * chunkBytes + 100)
    const asked: number[] = []
    const counting: ObjectStore = Object.assign(Object.create(disk) as ObjectStore, {
      put: disk.put.bind(disk),
      stat: disk.stat.bind(disk),
      get: async (key: string, range: { start: number; end: number }) => {
        asked.push(range.end - range.start + 1)
        return await disk.get(key, range)
      },
    })
    const own = encryptObjects(counting, { current: oldKey, find: async () => oldKey.key })
    const { key } = await own.put(inParts(plain), { maxBytes })
    const edges = [0, 1, chunkBytes - 1, chunkBytes, 2 * chunkBytes + 5, plain.length - 1]
    for (const start of edges) {
      for (const end of [...edges, plain.length + 500].filter((one) => one >= start)) {
        const wanted = plain.subarray(start, end + 1)
        expect((await read(own, key, { start, end })).equals(wanted), `${start}-${end}`).toBe(true)
      }
    }
    asked.length = 0
    await read(own, key, { start: chunkBytes + 3, end: chunkBytes + 9 })
    expect(asked).toEqual([headerBytes, sealedChunkBytes])
    expect(await read(own, key, { start: plain.length, end: plain.length + 9 })).toHaveLength(0)
  })

  it('reads the header of a plain object once, and notices that it was encrypted since', async () => {
    const asked: unknown[] = []
    const counting: ObjectStore = Object.assign(Object.create(disk) as ObjectStore, {
      put: disk.put.bind(disk),
      stat: disk.stat.bind(disk),
      locate: disk.locate.bind(disk),
      get: async (key: string, range?: { start: number; end: number }) => {
        asked.push(range)
        return await disk.get(key, range)
      },
    })
    const plain = randomBytes(200)
    const { key } = await disk.put(inParts(plain), { maxBytes })
    const own = encryptObjects(counting, { current: oldKey, find: async () => oldKey.key })
    const readAll = async () => {
      expect(await own.stat(key)).toMatchObject({ size: 200 })
      expect(Buffer.from(readLocation((await own.locate(key))!)).equals(plain)).toBe(true)
      expect((await read(own, key)).equals(plain)).toBe(true)
    }
    await readAll()
    expect(asked).toEqual([{ start: 0, end: headerBytes - 1 }, undefined])
    expect(await own.encrypt(key)).toBe(true)
    expect((await readFile(await fileOf(key))).includes(plain)).toBe(false)
    await readAll()
  })

  it('closes the stream of the inner store when its own is destroyed before the first read', async () => {
    const opened: Readable[] = []
    const watched: ObjectStore = Object.assign(Object.create(disk) as ObjectStore, {
      put: disk.put.bind(disk),
      stat: disk.stat.bind(disk),
      get: async (key: string, range: { start: number; end: number }) => {
        opened.push(await disk.get(key, range))
        return opened.at(-1)
      },
    })
    const own = encryptObjects(watched, { current: oldKey, find: async () => oldKey.key })
    const { key } = await own.put(inParts(randomBytes(chunkBytes)), { maxBytes })
    const stream = await own.get(key)
    stream.destroy()
    if (!stream.closed) await once(stream, 'close')
    expect(opened.map((one) => one.destroyed)).toEqual([true, true])
  })

  it('refuses one byte more than the limit and leaves nothing', async () => {
    const before = await countObjects()
    await expect(store.put(inParts(Buffer.alloc(11)), { maxBytes: 10 })).rejects.toMatchObject({ code: 'too_large' })
    expect(await countObjects()).toBe(before)
    expect(await store.sweepUnfinished(new Date(Date.now() + 60_000))).toBe(0)
    expect((await store.put(inParts(Buffer.alloc(10)), { maxBytes: 10 })).size).toBe(10)
  })

  it.each<[string, (file: string) => Promise<void>]>([
    ['a changed byte', async (file) => await editFile(file, (bytes) => flip(bytes, headerBytes + 5))],
    ['a changed header', async (file) => await editFile(file, (bytes) => flip(bytes, 18))],
    ['a changed wrapped key', async (file) => await editFile(file, (bytes) => flip(bytes, 40))],
    ['a cut last byte', async (file) => await editFile(file, (bytes) => bytes.subarray(0, -1))],
    ['a missing last chunk', async (file) => await truncate(file, headerBytes + 2 * sealedChunkBytes)],
    ['a missing first chunk', async (file) => await editFile(file, (bytes) => without(bytes, 0))],
    ['chunks in another order', async (file) => await editFile(file, swapFirstTwo)],
    ['an appended chunk', async (file) => await editFile(file, (bytes) => Buffer.concat([bytes, chunkOf(bytes, 0)]))],
  ])('finds %s, in a stream and in a file', async (_name, change) => {
    const { key } = await store.put(inParts(randomBytes(3 * chunkBytes)), { maxBytes })
    await change(await fileOf(key))
    await expect(read(store, key)).rejects.toMatchObject({ code: 'damaged' })
    await expect((async () => readLocation((await store.locate(key))!))()).rejects.toMatchObject({ code: 'damaged' })
    await expect((async () => await collect(streamLocation((await store.locate(key))!)))()).rejects.toMatchObject({
      code: 'damaged',
    })
  })

  it('does not open a file that was copied over another one', async () => {
    const one = await store.put(inParts(Buffer.from('acta de Ana')), { maxBytes })
    const other = await store.put(inParts(Buffer.from('acta de Luz')), { maxBytes })
    await copyFile(await fileOf(one.key), await fileOf(other.key))
    await expect(read(store, other.key)).rejects.toMatchObject({ code: 'damaged' })
  })

  it('does not open a file without its key', async () => {
    const { key } = await store.put(inParts(Buffer.from('acta')), { maxBytes })
    const stranger = storeWith(null, [newKey])
    await expect(read(stranger, key)).rejects.toMatchObject({ code: 'unknown_key' })
    const impostor = storeWith(null, [{ ...oldKey, key: newKey.key }])
    await expect(read(impostor, key)).rejects.toMatchObject({ code: 'damaged' })
  })

  it('reads plain files beside encrypted ones, and encrypts them in place', async () => {
    const plain = randomBytes(2 * chunkBytes + 9)
    const before = await disk.put(inParts(plain), { maxBytes })
    const short = await disk.put(inParts(Buffer.from('corto')), { maxBytes })
    expect((await read(store, before.key)).equals(plain)).toBe(true)
    expect((await read(store, short.key)).toString()).toBe('corto')
    expect(await store.stat(short.key)).toMatchObject({ size: 5 })
    expect(await store.encrypt(before.key)).toBe(true)
    expect(await store.encrypt(before.key)).toBe(false)
    expect((await readFile(await fileOf(before.key))).includes(plain.subarray(0, 32))).toBe(false)
    expect((await read(store, before.key)).equals(plain)).toBe(true)
    expect(await store.stat(before.key)).toMatchObject({ size: plain.length })
  })

  it('moves a file from an earlier key to the current one', async () => {
    const { key } = await store.put(inParts(Buffer.from('acta')), { maxBytes })
    const later = storeWith(newKey)
    expect(await later.encrypt(key)).toBe(true)
    expect((await read(storeWith(null, [newKey]), key)).toString()).toBe('acta')
  })

  it('leaves a damaged file as it is instead of encrypting what is left of it', async () => {
    const { key } = await store.put(inParts(randomBytes(3 * chunkBytes)), { maxBytes })
    const file = await fileOf(key)
    await editFile(file, (bytes) => flip(bytes, headerBytes + sealedChunkBytes + 1))
    const before = await readFile(file)
    await expect(storeWith(newKey).encrypt(key)).rejects.toMatchObject({ code: 'damaged' })
    expect((await readFile(file)).equals(before)).toBe(true)
  })

  it('answers not_found for an object that does not exist', async () => {
    const key = newObjectKey()
    await expect(store.get(key)).rejects.toMatchObject({ code: 'not_found' })
    await expect(store.locate(key)).rejects.toMatchObject({ code: 'not_found' })
    expect(await store.stat(key)).toBeNull()
    expect(await store.exists(key)).toBe(false)
  })
})

async function editFile(file: string, edit: (bytes: Buffer) => Buffer): Promise<void> {
  await writeFile(file, edit(await readFile(file)))
}

function flip(bytes: Buffer, at: number): Buffer {
  bytes[at] = bytes[at]! ^ 1
  return bytes
}

const startOf = (index: number) => headerBytes + index * sealedChunkBytes
const chunkOf = (bytes: Buffer, index: number) => bytes.subarray(startOf(index), startOf(index + 1))
const without = (bytes: Buffer, index: number) =>
  Buffer.concat([bytes.subarray(0, startOf(index)), bytes.subarray(startOf(index + 1))])
const swapFirstTwo = (bytes: Buffer) =>
  Buffer.concat([bytes.subarray(0, headerBytes), chunkOf(bytes, 1), chunkOf(bytes, 0), bytes.subarray(startOf(2))])
