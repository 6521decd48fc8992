import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

type Entry = { size: number; used: number; touched: number }

/** Files on disk up to a total size; the least recently used are evicted. */
export type DiskLru = {
  /** The file name of the key, without reading the disk. */
  find: (key: string) => Promise<string | undefined>
  /** The bytes, or null when the file is missing or has another length than when it was written. */
  read: (name: string) => Promise<Uint8Array | null>
  write: (name: string, bytes: Uint8Array) => Promise<void>
  /** Deletes every file whose name begins with `prefix`. */
  remove: (prefix: string) => Promise<void>
  keys: () => Promise<string[]>
  bytes: () => number
}

const partSuffix = '.part'
/** Modification times give the order after a restart; minutes are exact enough. */
const touchEveryMs = 10 * 60_000
/** A part file of this age belongs to a process that ended while writing. */
const stalePartMs = 60 * 60_000
/** Eviction goes down to this share of the limit, so that it does not run at every write. */
const evictTo = 0.9

/**
 * Opens the folder (created when missing) and lists it once. A name is `<key>~…~<bytes>.<extension>` with `/` between
 * folders: the length in it detects files cut off by a crash.
 */
export function openDiskLru(options: { folder: string; maxBytes: number; now?: () => number }): DiskLru {
  const now = options.now ?? Date.now
  const entries = new Map<string, Entry>()
  const names = new Map<string, string>()
  let total = 0
  let evicting: Promise<void> | null = null

  const pathOf = (name: string) => join(options.folder, ...name.split('/'))

  function remember(name: string, entry: Entry): void {
    forget(name)
    entries.set(name, entry)
    names.set(keyOf(name), name)
    total += entry.size
  }

  function forget(name: string): void {
    total -= entries.get(name)?.size ?? 0
    entries.delete(name)
    if (names.get(keyOf(name)) === name) names.delete(keyOf(name))
  }

  async function list(): Promise<void> {
    await mkdir(options.folder, { recursive: true })
    const files = await readdir(options.folder, { recursive: true, withFileTypes: true })
    for (const file of files) {
      if (!file.isFile()) continue
      const path = join(file.parentPath, file.name)
      const found = await stat(path).catch(() => null)
      if (found === null) continue
      const name = relative(options.folder, path).split(sep).join('/')
      const whole = found.size > 0 && found.size === sizeIn(name)
      if (whole) remember(name, { size: found.size, used: found.mtimeMs, touched: found.mtimeMs })
      else if (!name.endsWith(partSuffix) || now() - found.mtimeMs > stalePartMs) await rm(path, { force: true })
    }
    await evict()
  }

  async function evict(): Promise<void> {
    if (total <= options.maxBytes) return
    const oldest = [...entries].sort(([, a], [, b]) => a.used - b.used)
    for (const [name] of oldest) {
      if (total <= options.maxBytes * evictTo) return
      forget(name)
      await rm(pathOf(name), { force: true })
    }
  }

  function evictSoon(): Promise<void> {
    evicting ??= evict().finally(() => {
      evicting = null
    })
    return evicting
  }

  // A folder that cannot be listed counts as an empty cache: pages are then drawn each time.
  const listed = list().catch(() => {})

  return {
    find: async (key) => {
      await listed
      return names.get(key)
    },
    read: async (name) => {
      const entry = entries.get(name)
      const bytes = entry && (await readFile(pathOf(name)).catch(() => null))
      if (!entry || !bytes || bytes.byteLength !== entry.size) {
        forget(name)
        return null
      }
      entry.used = now()
      if (entry.used - entry.touched > touchEveryMs) {
        entry.touched = entry.used
        const time = new Date(entry.used)
        await utimes(pathOf(name), time, time).catch(() => {})
      }
      return bytes
    },
    write: async (name, bytes) => {
      await listed
      const path = pathOf(name)
      const part = `${path}.${randomUUID()}${partSuffix}`
      await mkdir(dirname(path), { recursive: true })
      try {
        await writeFile(part, bytes)
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      remember(name, { size: bytes.byteLength, used: now(), touched: now() })
      await evictSoon()
    },
    remove: async (prefix) => {
      await listed
      for (const name of [...entries.keys()].filter((one) => one.startsWith(prefix))) {
        forget(name)
        await rm(pathOf(name), { force: true })
      }
    },
    keys: async () => {
      await listed
      return [...names.keys()]
    },
    bytes: () => total,
  }
}

function keyOf(name: string): string {
  return name.split('~', 1)[0] ?? name
}

function sizeIn(name: string): number {
  return Number(/~(\d+)\.[a-z0-9]+$/.exec(name)?.[1] ?? -1)
}
