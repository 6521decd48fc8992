import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
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

  it('lists no file that is not its own', async () => {
    const store = await openDiskStore(folder)
    const { key } = await store.put(chunks('x'), { maxBytes })
    await writeFile(join((await store.locate(key))!.path, '..', 'stranger'), '')
    expect((await collect(store.list())).map((object) => object.key)).toEqual([key])
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
