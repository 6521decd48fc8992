import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { deserialize } from 'node:v8'

/** A change or flush below the recorded folder; paths are relative to it. `offset: null`: after the last write. */
export type DiskChange =
  | { op: 'open'; fd: number; path: string; empties: boolean }
  | { op: 'write'; fd: number; offset: number | null; data: Uint8Array }
  | { op: 'truncate'; fd: number; length: number }
  | { op: 'flush'; fd: number }
  | { op: 'close'; fd: number }
  | { op: 'rename' | 'link'; path: string; target: string }
  | { op: 'remove'; path: string }
  | { op: 'folder'; path: string }

/** `at`: nanoseconds of the monotonic clock, which all processes share. */
export type DiskEntry = DiskChange & { at: bigint; thread: number }

/** Reads what the threads of one server recorded into `folder`, in order. */
export function readRecord(folder: string): DiskEntry[] {
  const entries: DiskEntry[] = []
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name))
    for (let at = 0; at + 4 <= bytes.length;) {
      const end = at + 4 + bytes.readUInt32LE(at)
      // The last one was cut off by the kill.
      if (end > bytes.length) break
      entries.push(deserialize(bytes.subarray(at + 4, end)) as DiskEntry)
      at = end
    }
  }
  return entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** What the disk keeps of writes that were not flushed: nothing, or any of their pages. */
export type Unflushed = 'dropped' | 'some'

const pageBytes = 4096

type Pending = { offset: number; data: Uint8Array } | { length: number }

class RecordedFile {
  readonly #pending: Pending[] = []
  #bytes: Buffer
  /** Without what is pending; the buffer may be longer. */
  #length: number
  /** Length with what is pending. */
  length: number

  constructor(bytes = Buffer.alloc(0)) {
    this.#bytes = bytes
    this.#length = this.length = bytes.length
  }

  write(offset: number, data: Uint8Array): void {
    this.#pending.push({ offset, data })
    this.length = Math.max(this.length, offset + data.length)
  }

  truncate(length: number): void {
    this.#pending.push({ length })
    this.length = length
  }

  flush(): void {
    for (const change of this.#pending.splice(0)) this.#apply(change)
  }

  #apply(change: Pending): void {
    const end = 'length' in change ? change.length : Math.max(this.#length, change.offset + change.data.length)
    if (end > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], Math.max(end, this.#bytes.length * 2))
    if (end < this.#length) this.#bytes.fill(0, end, this.#length)
    if ('data' in change) this.#bytes.set(change.data, change.offset)
    this.#length = end
  }

  /** The file after a power cut, or with everything that is pending. */
  contents(unflushed: Unflushed | 'kept'): Buffer {
    const copy = new RecordedFile(Buffer.from(this.#bytes.subarray(0, this.#length)))
    for (const change of this.#pending) {
      if (unflushed === 'kept') copy.#apply(change)
      if (unflushed !== 'some') continue
      if ('length' in change) {
        if (Math.random() < 0.5) copy.#apply(change)
        continue
      }
      for (let at = 0; at < change.data.length; at += pageBytes) {
        const data = change.data.subarray(at, at + pageBytes)
        if (Math.random() < 0.5) copy.#apply({ offset: change.offset + at, data })
      }
    }
    return copy.#bytes.subarray(0, copy.#length)
  }
}

class RecordedFolder {
  readonly entries = new Map<string, RecordedFile | RecordedFolder>()
  /** The entries that survive a power cut. */
  durable = new Map<string, RecordedFile | RecordedFolder>()

  flush(): void {
    this.durable = new Map(this.entries)
  }
}

type Node = RecordedFile | RecordedFolder

/**
 * A disk that keeps what was flushed: the contents of a file since its last flush, the names in a folder since the
 * folder's. Flushing a file also keeps the name under which it was created, with its new folders, as journalling file
 * systems do; a renamed or removed name is kept by the folder's flush alone.
 */
export class RecordedDisk {
  readonly #root: RecordedFolder
  readonly #open = new Map<string, { node: Node; position: number }>()
  /** Where a file or folder was created whose name is not durable. */
  readonly #born = new Map<Node, { folder: RecordedFolder; name: string }>()

  /** Begins with what is in `folder`, as durable. */
  constructor(folder: string) {
    this.#root = load(folder)
  }

  apply(entry: DiskEntry): void {
    if ('fd' in entry) return this.#applyToOpen(entry, `${entry.thread}:${entry.fd}`)
    if (entry.op === 'folder') return this.#makeFolder(entry.path)
    const { folder, name } = this.#place(entry.path)
    if (entry.op === 'remove') {
      folder.entries.delete(name)
    } else {
      const node = folder.entries.get(name)
      if (node === undefined) throw new Error(`the record has a ${entry.op} of ${entry.path}, which it does not have`)
      const target = this.#place(entry.target)
      target.folder.entries.set(target.name, node)
      if (entry.op === 'link') return
      folder.entries.delete(name)
      this.#born.delete(node)
    }
  }

  #applyToOpen(entry: Extract<DiskEntry, { fd: number }>, key: string): void {
    if (entry.op === 'open') {
      const node = this.#find(entry.path) ?? this.#makeFile(entry.path)
      if (entry.empties && node instanceof RecordedFile && node.length > 0) node.truncate(0)
      this.#open.set(key, { node, position: 0 })
      return
    }
    const open = this.#open.get(key)
    if (open === undefined) throw new Error(`the record has a ${entry.op} of a file that is not open`)
    const { node } = open
    if (entry.op === 'close') this.#open.delete(key)
    else if (entry.op === 'flush') this.#flush(node)
    else if (node instanceof RecordedFolder) throw new Error(`the record has a ${entry.op} of a folder`)
    else if (entry.op === 'truncate') node.truncate(entry.length)
    else {
      node.write(entry.offset ?? open.position, entry.data)
      if (entry.offset === null) open.position += entry.data.length
    }
  }

  #flush(node: Node): void {
    node.flush()
    for (let one: Node | undefined = node; one !== undefined;) {
      const born = this.#born.get(one)
      if (born === undefined) return
      if (born.folder.entries.get(born.name) === one) born.folder.durable.set(born.name, one)
      this.#born.delete(one)
      one = born.folder
    }
  }

  #find(path: string): Node | undefined {
    let node: Node | undefined = this.#root
    for (const name of path.split('/').filter((one) => one !== ''))
      node = node instanceof RecordedFolder ? node.entries.get(name) : undefined
    return node
  }

  #place(path: string): { folder: RecordedFolder; name: string } {
    const parent = dirname(path)
    const folder = parent === '.' ? this.#root : this.#find(parent)
    if (!(folder instanceof RecordedFolder)) throw new Error(`the record has no folder for ${path}`)
    return { folder, name: basename(path) }
  }

  #makeFile(path: string): RecordedFile {
    const { folder, name } = this.#place(path)
    const file = new RecordedFile()
    folder.entries.set(name, file)
    this.#born.set(file, { folder, name })
    return file
  }

  /** With the folders above it. */
  #makeFolder(path: string): void {
    let folder = this.#root
    for (const name of path.split('/').filter((one) => one !== '')) {
      const found = folder.entries.get(name)
      const next = found instanceof RecordedFolder ? found : new RecordedFolder()
      if (found === undefined) {
        folder.entries.set(name, next)
        this.#born.set(next, { folder, name })
      }
      folder = next
    }
  }

  /** Writes into `folder` what the disk has after a power cut. */
  write(folder: string, unflushed: Unflushed): void {
    writeFolder(this.#root, folder, unflushed)
  }

  /** Paths whose contents differ from those in `folder`, without those that `isIgnored` names. */
  differences(folder: string, isIgnored: (path: string) => boolean): string[] {
    const [mine, real] = [new Map<string, Node>(), new Map<string, Node>()]
    collect(this.#root, '', mine)
    collect(load(folder), '', real)
    const isSame = (a: Node | undefined, b: Node | undefined) =>
      a instanceof RecordedFile && b instanceof RecordedFile
        ? a.contents('kept').equals(b.contents('kept'))
        : a?.constructor === b?.constructor
    return [...new Set([...mine.keys(), ...real.keys()])].filter(
      (path) => !isIgnored(path) && !isSame(mine.get(path), real.get(path)),
    )
  }
}

function load(path: string): RecordedFolder {
  const folder = new RecordedFolder()
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) folder.entries.set(entry.name, load(inner))
    else if (entry.isFile()) folder.entries.set(entry.name, new RecordedFile(readFileSync(inner)))
  }
  folder.flush()
  return folder
}

function collect(folder: RecordedFolder, path: string, into: Map<string, Node>): void {
  for (const [name, node] of folder.entries) {
    const inner = join(path, name)
    into.set(inner, node)
    if (node instanceof RecordedFolder) collect(node, inner, into)
  }
}

function writeFolder(node: RecordedFolder, path: string, unflushed: Unflushed): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const names = unflushed === 'dropped' ? node.durable : either(node.durable, node.entries)
  for (const [name, entry] of names) {
    const inner = join(path, name)
    if (entry instanceof RecordedFolder) writeFolder(entry, inner, unflushed)
    else writeFileSync(inner, entry.contents(unflushed), { mode: 0o600 })
  }
}

/** Each name as it was or as it is. */
function either(was: Map<string, Node>, is: Map<string, Node>): Map<string, Node> {
  const names = new Map<string, Node>()
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const node = (Math.random() < 0.5 ? was : is).get(name)
    if (node !== undefined) names.set(name, node)
  }
  return names
}
