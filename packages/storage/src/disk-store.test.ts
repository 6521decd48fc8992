import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDiskStore } from './disk-store.ts'
import { type FileSystem, nodeFileSystem } from './file-system.ts'

const maxBytes = 1_000_000
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foja store '))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of source) items.push(item)
  return items
}

async function filesLeft(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

describe('the disk store', () => {
  it('returns a stored object, whole or a range, with its size and SHA-256', async () => {
    const store = await openDiskStore(folder)
    const stored = await store.put(chunks('hola ', '', 'mundo'), { maxBytes })
    expect(stored).toMatchObject({ size: 10, sha256: createHash('sha256').update('hola mundo').digest('hex') })
    expect((await buffer(await store.get(stored.key))).toString()).toBe('hola mundo')
    expect((await buffer(await store.get(stored.key, { start: 2, end: 5 }))).toString()).toBe('la m')
    expect(await store.stat(stored.key)).toMatchObject({ key: stored.key, size: 10 })
    expect(await filesLeft()).toEqual([stored.key])
  })

  it('stores the same content twice under different keys', async () => {
    const store = await openDiskStore(folder)
    const first = await store.put(chunks('x'), { maxBytes })
    const second = await store.put(chunks('x'), { maxBytes })
    expect(first.key).not.toBe(second.key)
    await store.delete(first.key)
    await store.delete(first.key)
    expect(await store.stat(first.key)).toBeNull()
    await expect(store.get(first.key)).rejects.toMatchObject({ code: 'not_found' })
    expect(await store.stat(second.key)).not.toBeNull()
  })

  it('replaces an object under its own key', async () => {
    const store = await openDiskStore(folder)
    const { key } = await store.put(chunks('before'), { maxBytes })
    await store.put(chunks('after'), { maxBytes, key })
    expect((await buffer(await store.get(key))).toString()).toBe('after')
    expect(await filesLeft()).toEqual([key])
  })

  it('replaces an object while another write of it is unfinished, and leaves the file of that one', async () => {
    const store = await openDiskStore(folder)
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
    await store.put(chunks('after'), { maxBytes, key })
    await expect(store.put(chunks('too much'), { maxBytes: 3, key })).rejects.toMatchObject({ code: 'too_large' })
    expect((await buffer(await store.get(key))).toString()).toBe('after')
    expect(await readdir(join(folder, 'tmp'))).toHaveLength(1)
    resumed.resolve()
    await first
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
    expect((await buffer(await store.get(key))).toString()).toBe('half')
  })

  it('accepts exactly the limit and refuses one byte more, leaving nothing', async () => {
    const store = await openDiskStore(folder)
    const { key } = await store.put(chunks('12345', '67890'), { maxBytes: 10 })
    await store.delete(key)
    await expect(store.put(chunks('12345', '678901'), { maxBytes: 10 })).rejects.toMatchObject({ code: 'too_large' })
    expect(await filesLeft()).toEqual([])
  })

  it('leaves nothing when the source fails midway, and throws its error', async () => {
    const store = await openDiskStore(folder)
    const gone = new Error('the client is gone')
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half')
      throw gone
    }
    await expect(store.put(failing(), { maxBytes })).rejects.toBe(gone)
    expect(await filesLeft()).toEqual([])
  })

  it("never builds a path from a caller's text", async () => {
    const store = await openDiskStore(folder)
    for (const key of ['../../etc/passwd', '', 'a'.repeat(63), `${'a'.repeat(63)}/`, 'A'.repeat(64)]) {
      await expect(store.get(key)).rejects.toMatchObject({ code: 'bad_key' })
      await expect(store.stat(key)).rejects.toMatchObject({ code: 'bad_key' })
      await expect(store.delete(key)).rejects.toMatchObject({ code: 'bad_key' })
      await expect(store.locate(key)).rejects.toMatchObject({ code: 'bad_key' })
      await expect(store.put(chunks('x'), { maxBytes, key })).rejects.toMatchObject({ code: 'bad_key' })
    }
  })

  it('lists objects with their time, by prefix, and nothing else', async () => {
    const store = await openDiskStore(folder)
    const stored = await Promise.all(Array.from({ length: 20 }, (_, n) => store.put(chunks(`${n}`), { maxBytes })))
    const first = stored[0]?.key ?? ''
    await writeFile(join((await store.locate(first))!.path, '..', 'stranger'), '')
    const listed = await collect(store.list())
    expect(listed.map((object) => object.key).sort()).toEqual(stored.map((object) => object.key).sort())
    expect(listed.every((object) => object.modified instanceof Date)).toBe(true)
    for (const length of [1, 2, 3, 5, 64]) {
      const keys = (await collect(store.list(first.slice(0, length)))).map((object) => object.key)
      expect(keys).toContain(first)
      expect(keys.every((key) => key.startsWith(first.slice(0, length)))).toBe(true)
    }
  })

  it('sweeps old unfinished uploads and keeps running ones', async () => {
    const store = await openDiskStore(folder)
    const old = new Date('2026-01-01T00:00:00Z')
    for (const name of ['old', 'new']) await writeFile(join(folder, 'tmp', name), 'half')
    await utimes(join(folder, 'tmp', 'old'), old, old)
    expect(await store.sweepUnfinished(new Date('2026-01-02T00:00:00Z'))).toBe(1)
    expect(await filesLeft()).toEqual(['new'])
  })

  it('reads the next piece only after the last is written: memory stays flat at 100 MB', async () => {
    const store = await openDiskStore(folder)
    const piece = Buffer.alloc(64 * 1024, 7)
    const pieces = 1600
    let held = 0
    let mostHeld = 0
    async function* large(): AsyncGenerator<Uint8Array> {
      for (let n = 0; n < pieces; n += 1) {
        held += 1
        mostHeld = Math.max(mostHeld, held)
        yield piece
        held -= 1
      }
    }
    const stored = await store.put(large(), { maxBytes: pieces * piece.length })
    expect(stored.size).toBe(pieces * piece.length)
    expect(mostHeld).toBe(1)
  })
})

describe('the disk store when the system fails', () => {
  const failing = (change: Partial<FileSystem>): FileSystem => ({ ...nodeFileSystem, ...change })
  const refuse = (code: string) => (): Promise<never> =>
    Promise.reject(Object.assign(new Error(`${code}: no`), { code }))

  it.each([
    ['ENOSPC', 'disk_full'],
    ['EDQUOT', 'disk_full'],
    ['EACCES', 'forbidden'],
    ['EROFS', 'forbidden'],
    ['EIO', 'unavailable'],
  ])('reports %s as %s and leaves nothing', async (system, code) => {
    const broken = failing({})
    const store = await openDiskStore(folder, broken)
    broken.rename = refuse(system)
    await expect(store.put(chunks('x'), { maxBytes })).rejects.toMatchObject({ name: 'StorageError', code })
    expect(await filesLeft()).toEqual([])
  })

  it.each(['write', 'sync'] as const)('leaves nothing when %s fails because the disk is full', async (step) => {
    const broken = failing({})
    const store = await openDiskStore(folder, broken)
    broken.open = async (...given) => {
      const handle = await nodeFileSystem.open(...given)
      handle[step] = refuse('ENOSPC')
      return handle
    }
    await expect(store.put(chunks('x'), { maxBytes })).rejects.toMatchObject({ code: 'disk_full' })
    expect(await filesLeft()).toEqual([])
  })

  it('removes the object when its folder cannot be flushed', async () => {
    const broken = failing({})
    const store = await openDiskStore(folder, broken)
    broken.open = async (...given) => {
      const handle = await nodeFileSystem.open(...given)
      if (given[1] === 'r') handle.sync = refuse('EIO')
      return handle
    }
    await expect(store.put(chunks('x'), { maxBytes })).rejects.toMatchObject({ code: 'unavailable' })
    expect(await filesLeft()).toEqual([])
  })

  it('flushes the file before the rename and its folder after it', async () => {
    const calls: string[] = []
    const watched = failing({
      rename: async (from, to) => {
        calls.push('rename')
        await nodeFileSystem.rename(from, to)
      },
      open: async (...given) => {
        const handle = await nodeFileSystem.open(...given)
        const sync = handle.sync.bind(handle)
        handle.sync = async () => {
          calls.push(given[1] === 'r' ? 'flush folder' : 'flush file')
          await sync()
        }
        return handle
      },
    })
    const store = await openDiskStore(folder, watched)
    calls.length = 0
    await store.put(chunks('x'), { maxBytes })
    expect(calls).toEqual(['flush file', 'rename', 'flush folder'])
  })

  it('treats an upload cut off before its rename as no object, and sweeps it', async () => {
    const broken = failing({ rename: refuse('EIO'), rm: () => Promise.resolve() })
    const store = await openDiskStore(folder, broken)
    await expect(store.put(chunks('half'), { maxBytes })).rejects.toMatchObject({ code: 'unavailable' })
    const after = await openDiskStore(folder)
    expect(await collect(after.list())).toEqual([])
    expect(await after.sweepUnfinished(new Date(Date.now() + 60_000))).toBe(1)
    expect(await filesLeft()).toEqual([])
  })

  it.runIf(process.getuid?.() !== 0)(
    'refuses to open a folder that it may not write to (not as root, who may)',
    async () => {
      await chmod(folder, 0o500)
      await expect(openDiskStore(folder)).rejects.toMatchObject({ code: 'forbidden' })
      await chmod(folder, 0o700)
    },
  )

  it('refuses to open when a file is in the way', async () => {
    await writeFile(join(folder, 'file'), '')
    await expect(openDiskStore(join(folder, 'file'))).rejects.toMatchObject({ name: 'StorageError' })
  })
})
