// Preloaded into every thread of a server: records what is changed and flushed below FOJA_RECORDED_FOLDER, in order, in
// a file of FOJA_DISK_RECORD for each thread. An entry is written when its call has returned: what was not recorded may
// not have reached the disk.
import fs from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { serialize } from 'node:v8'
import { threadId } from 'node:worker_threads'
import type { DiskChange } from './recorded-disk.ts'

const root = resolve(process.env['FOJA_RECORDED_FOLDER']!)
const { openSync, writeSync, promises } = fs
const record = openSync(join(process.env['FOJA_DISK_RECORD']!, `${process.pid}-${threadId}`), 'a')
/** Descriptors below the folder. */
const descriptors = new Set<number>()

function add(change: DiskChange): void {
  const bytes = serialize({ at: process.hrtime.bigint(), thread: threadId, ...change })
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  writeSync(record, Buffer.concat([length, bytes]))
}

/** The path below the folder, or undefined. */
function inside(path: unknown): string | undefined {
  if (typeof path !== 'string') return undefined
  const below = relative(root, path)
  return below.startsWith('..') ? undefined : below
}

type Flags = string | number | undefined
const empties = (flags: Flags) =>
  typeof flags === 'number' ? (flags & fs.constants.O_TRUNC) !== 0 : (flags ?? 'r').startsWith('w')

function opened(path: unknown, flags: Flags, fd: number): void {
  const below = inside(path)
  if (below === undefined) return
  descriptors.add(fd)
  add({ op: 'open', path: below, fd, empties: empties(flags) })
}

function closing(fd: number): void {
  if (descriptors.delete(fd)) add({ op: 'close', fd })
}

function wrote(fd: number, data: Uint8Array, offset: number | null | undefined): void {
  if (descriptors.has(fd)) add({ op: 'write', fd, offset: offset ?? null, data: Uint8Array.from(data) })
}

function flushed(fd: number): void {
  if (descriptors.has(fd)) add({ op: 'flush', fd })
}

function cut(fd: number, length = 0): void {
  if (descriptors.has(fd)) add({ op: 'truncate', fd, length })
}

function named(op: 'rename' | 'link', from: unknown, to: unknown): void {
  const [path, target] = [inside(from), inside(to)]
  if (path !== undefined && target !== undefined) add({ op, path, target })
}

function changed(op: 'remove' | 'folder', at: unknown): void {
  const path = inside(at)
  if (path !== undefined) add({ op, path })
}

function wroteWhole(path: unknown, data: unknown, options: unknown): void {
  if (inside(path) === undefined) return
  const fd = -1
  opened(path, 'w', fd)
  wrote(fd, Buffer.from(data as Uint8Array), null)
  if ((options as { flush?: boolean } | undefined)?.flush === true) flushed(fd)
  closing(fd)
}

type Call = (...args: never[]) => unknown
/** Replaces a function by itself and `after`, which gets its result and its arguments. */
function watch(owner: object, name: string, after: (result: never, ...args: never[]) => void, before?: Call): void {
  const functions = owner as Record<string, Call>
  const original = functions[name]!
  functions[name] = function (this: unknown, ...args: never[]) {
    before?.(...args)
    const result = Reflect.apply(original, this, args)
    if (!(result instanceof Promise)) {
      after(result as never, ...args)
      return result
    }
    return result.then((value) => {
      Reflect.apply(after, this, [value, ...args])
      return value as unknown
    })
  }
}

/** The bytes that a write of a part of `data` wrote. */
function part(data: unknown, offset: unknown, written: number): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data)
  const view = data as Uint8Array
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength)
  const from = typeof offset === 'number' ? offset : 0
  return bytes.subarray(from, from + written)
}

watch(fs, 'openSync', (fd: number, path: unknown, flags: Flags) => opened(path, flags, fd))
watch(fs, 'closeSync', () => {}, closing)
watch(fs, 'writeSync', (written: number, fd: number, data: unknown, from: unknown, _length: unknown, at: number) =>
  wrote(fd, part(data, from, written), at),
)
for (const name of ['fsyncSync', 'fdatasyncSync']) watch(fs, name, (_: unknown, fd: number) => flushed(fd))
watch(fs, 'ftruncateSync', (_: unknown, fd: number, length?: number) => cut(fd, length))
watch(fs, 'truncateSync', (_: unknown, path: unknown, length?: number) => {
  opened(path, 'r+', -1)
  cut(-1, length)
  closing(-1)
})
watch(fs, 'writeFileSync', (_: unknown, path: unknown, data: unknown, options: unknown) =>
  wroteWhole(path, data, options),
)
watch(promises, 'writeFile', (_: unknown, path: unknown, data: unknown, options: unknown) =>
  wroteWhole(path, data, options),
)
for (const [owner, end] of [
  [fs, 'Sync'],
  [promises, ''],
] as const) {
  for (const op of ['rename', 'link'] as const)
    watch(owner, `${op}${end}`, (_: unknown, from: unknown, to: unknown) => named(op, from, to))
  watch(owner, `mkdir${end}`, (_: unknown, path: unknown) => changed('folder', path))
  for (const name of ['unlink', 'rm', 'rmdir'])
    watch(owner, `${name}${end}`, (_: unknown, path: unknown) => changed('remove', path))
}

const sample = await promises.open('/dev/null', 'r')
const handles = Object.getPrototypeOf(sample) as object
await sample.close()
watch(promises, 'open', ({ fd }: FileHandle, path: unknown, flags: Flags) => opened(path, flags, fd))
watch(
  handles,
  'write',
  function (this: FileHandle, { bytesWritten }: { bytesWritten: number }, data: unknown, ...rest) {
    const [from, , at] = rest as unknown[]
    const isObject = typeof from === 'object' && from !== null
    wrote(this.fd, part(data, isObject ? undefined : from, bytesWritten), isObject ? null : (at as number))
  },
)
watch(handles, 'writeFile', function (this: FileHandle, _: unknown, data: unknown) {
  wrote(this.fd, Buffer.from(data as string), null)
})
for (const name of ['sync', 'datasync'])
  watch(handles, name, function (this: FileHandle) {
    flushed(this.fd)
  })
syncBuiltinESMExports()
