import { Decrypter } from 'age-encryption'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { extract as createExtract, type Extract } from 'tar-stream'
import * as z from 'zod/mini'
import { readFromPlace, type ArchivePlace } from './archive-place.ts'
import { BackupError } from './backup-error.ts'
import {
  Contents,
  entryKind,
  headName,
  headSchema,
  manifestName,
  manifestSchema,
  type BackupHead,
  type BackupManifest,
  type BackupSummary,
} from './contents.ts'

/** What opens a backup: its passphrase, or the private key (AGE-SECRET-KEY-1…) of its recipient. */
export type BackupKey = { passphrase: string } | { identity: string }

type Entry = Extract extends AsyncIterable<infer Source> ? Source : never

/** Receives the contents of a backup. What came before an error must be thrown away: only the manifest proves it. */
type ArchiveReader = {
  rows: (table: string, rows: Uint8Array) => Promise<void>
  /** Must read `content`, of `size` bytes, to its end. */
  file: (key: string, content: AsyncIterable<Uint8Array>, size: number) => Promise<void>
}

const ageMagic = 'age-encryption.org/v1'
/** Limit of what is held in memory: a part of a table, the head, the manifest. */
const mostBytes = 1024 * 1024 * 1024

const damaged = (detail: string, cause?: unknown) => new BackupError('damaged', detail, { cause })

function decrypterOf(key: BackupKey): Decrypter {
  const decrypter = new Decrypter()
  try {
    if ('passphrase' in key) decrypter.addPassphrase(key.passphrase)
    else decrypter.addIdentity(key.identity)
  } catch (error) {
    throw new BackupError('wrong_secret', 'not a private key', { cause: error })
  }
  return decrypter
}

/** Passes on what begins as the age format does. @throws BackupError not_a_backup */
async function* requireMagic(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0)
  let isAge = false
  for await (const piece of pieces) {
    if (isAge) yield piece
    else start = Buffer.concat([start, piece])
    if (isAge || start.length < ageMagic.length) continue
    if (start.toString('latin1', 0, ageMagic.length) !== ageMagic) break
    isAge = true
    yield start
  }
  if (!isAge) throw new BackupError('not_a_backup')
}

/** Decrypts an archive. @throws BackupError not_a_backup, wrong_secret, damaged; the stream throws `damaged`. */
async function openPlain(pieces: AsyncIterable<Uint8Array>, key: BackupKey): Promise<Readable> {
  const decrypted = await decrypterOf(key)
    .decrypt(ReadableStream.from(requireMagic(pieces)))
    .catch((error: unknown) => {
      if (error instanceof BackupError) throw error
      const isRefused = error instanceof Error && error.message.startsWith('no identity matched')
      throw isRefused ? new BackupError('wrong_secret') : damaged('its beginning', error)
    })
  return Readable.from(plainOf(decrypted), { objectMode: false })
}

async function* plainOf(decrypted: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* decrypted
  } catch (error) {
    throw error instanceof BackupError ? error : damaged('its contents', error)
  }
}

async function readJson<T>(entry: Entry, schema: z.ZodMiniType<T>): Promise<T> {
  try {
    return z.parse(schema, JSON.parse((await readWhole(entry)).toString()))
  } catch (error) {
    throw error instanceof BackupError ? error : damaged(entry.header.name, error)
  }
}

async function readWhole(entry: Entry): Promise<Buffer> {
  if ((entry.header.size ?? 0) > mostBytes) throw damaged(`${entry.header.name} is too large`)
  return await buffer(entry as AsyncIterable<Uint8Array>)
}

async function readHead(entry: Entry): Promise<BackupHead> {
  if (entry.header.name !== headName) throw new BackupError('not_a_backup')
  const content = await readJson(entry, z.looseObject({ format: z.int() }))
  if (content.format > 1) throw new BackupError('newer_format')
  const head = z.safeParse(headSchema, content)
  if (!head.success) throw damaged(headName, head.error)
  return head.data
}

/** Passes one entry on; returns the manifest once it comes. */
async function passEntry(entry: Entry, contents: Contents, reader: ArchiveReader): Promise<BackupManifest | null> {
  const { name } = entry.header
  if (name === manifestName) return await readJson(entry, manifestSchema)
  const found = entryKind(name)
  if (found === null) throw damaged(`unknown entry ${name}`)
  if (found.kind === 'file') {
    const content = contents.passFile(found.key, entry as AsyncIterable<Uint8Array>)
    await reader.file(found.key, content, entry.header.size ?? 0)
    return null
  }
  const rows = await readWhole(entry)
  if (!contents.addRows(found.table, rows)) throw damaged(`unknown table ${found.table}`)
  await reader.rows(found.table, rows)
  return null
}

/** Passes the entries of a backup to `work`, which returns false to stop. @throws BackupError */
async function forEachEntry(
  place: ArchivePlace,
  key: BackupKey,
  work: (entry: Entry) => Promise<boolean>,
): Promise<void> {
  await readFromPlace(place, async (pieces) => await passEntries(await openPlain(pieces, key), work))
}

async function passEntries(plain: Readable, work: (entry: Entry) => Promise<boolean>): Promise<void> {
  const extract = createExtract()
  let tarError: unknown
  extract.on('error', (error: unknown) => (tarError = error))
  plain.on('error', (error) => extract.destroy(error))
  plain.pipe(extract)
  try {
    for await (const entry of extract) if (!(await work(entry))) return
  } catch (error) {
    throw error === tarError && !(error instanceof BackupError) ? damaged('its tar', error) : error
  } finally {
    plain.destroy()
  }
}

/**
 * Reads only the head. @throws BackupError not_a_backup, wrong_secret, damaged, newer_format
 */
export async function readBackupHead(place: ArchivePlace, key: BackupKey): Promise<BackupHead> {
  let head: BackupHead | undefined
  await forEachEntry(place, key, async (entry) => {
    head = await readHead(entry)
    return false
  })
  if (head === undefined) throw damaged('its end is missing')
  return head
}

/**
 * Reads a backup to its end, in constant memory, and compares its contents with its manifest.
 * @throws BackupError not_a_backup, wrong_secret, damaged, newer_format
 */
export async function readArchive(place: ArchivePlace, key: BackupKey, reader: ArchiveReader): Promise<BackupSummary> {
  let head: BackupHead | undefined
  let contents: Contents | undefined
  let manifest: BackupManifest | null = null
  await forEachEntry(place, key, async (entry) => {
    if (manifest !== null) throw damaged('entries after the manifest')
    if (contents === undefined) {
      head = await readHead(entry)
      contents = new Contents(head)
    } else {
      manifest = await passEntry(entry, contents, reader)
    }
    return true
  })
  if (head === undefined || contents === undefined || manifest === null) throw damaged('its end is missing')
  if (!isDeepStrictEqual(contents.manifest(), manifest)) throw damaged('counts or hashes differ from the manifest')
  return { head, manifest }
}

const readOver = async (content: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const _piece of content);
}

/** Reads everything and keeps nothing. @throws BackupError */
export async function verifyBackup(place: ArchivePlace, key: BackupKey): Promise<BackupSummary> {
  return await readArchive(place, key, { rows: async () => {}, file: async (_key, content) => await readOver(content) })
}
