import { StorageError, type StorageErrorCode } from '@foja/storage/errors'
import type { S3Settings, S3Store } from '@foja/storage/s3-store'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../../../../config.ts'
import { syncFolder } from '../../../../keys.ts'
import { BackupError, type BackupErrorCode } from './backup-error.ts'

/** Where one backup is: a file, or an object of a bucket. Can be sent to a worker. */
export type ArchivePlace = { file: string } | { bucket: S3Settings; name: string }

/** Where the backups by schedule are. */
export type BackupPlace = { folder: string } | { bucket: S3Settings }

/** Undefined: there are none by schedule. */
export function backupPlaceOf({
  folder,
  bucket,
}: Pick<Config['backup'], 'folder' | 'bucket'>): BackupPlace | undefined {
  if (folder !== undefined) return { folder }
  return bucket === undefined ? undefined : { bucket }
}

export const archiveIn = (place: BackupPlace, name: string): ArchivePlace =>
  'folder' in place ? { file: join(place.folder, name) } : { bucket: place.bucket, name }

/** The path of a file, or the address of an object. */
export const archiveLabel = (place: ArchivePlace): string =>
  'file' in place ? place.file : `${bucketLabel(place.bucket)}/${place.name}`

export const bucketLabel = ({ bucket }: S3Settings): string => `s3://${bucket}`

const bucketErrors: Partial<Record<StorageErrorCode, BackupErrorCode>> = {
  no_bucket: 'bucket_missing',
  forbidden: 'bucket_forbidden',
  disk_full: 'bucket_full',
  not_found: 'not_in_bucket',
}

/** Marks an error of the bucket, so that it is not taken for one of the files. */
const toBucketError = (error: unknown): unknown =>
  error instanceof StorageError
    ? new BackupError(bucketErrors[error.code] ?? 'bucket_unreachable', error.message)
    : error

/** A part of a backup is large, and the connection of an office may be slow. */
const patience = { connection: 5000, answer: 600_000, silence: 60_000 }

/** Opens the bucket after it answered within the usual time. @throws BackupError bucket_… */
async function openBucket(settings: S3Settings): Promise<S3Store> {
  // Not loaded by installations without S3.
  const { createS3Store } = await import('@foja/storage/s3-store')
  const quick = createS3Store(settings)
  try {
    await quick.ping()
  } catch (error) {
    throw toBucketError(error)
  } finally {
    quick.close()
  }
  return createS3Store(settings, patience)
}

/** Runs `work` with the bucket. @throws BackupError bucket_… */
async function withBucket<T>(settings: S3Settings, work: (store: S3Store) => Promise<T>): Promise<T> {
  const store = await openBucket(settings)
  try {
    return await work(store)
  } catch (error) {
    throw toBucketError(error)
  } finally {
    store.close()
  }
}

async function writeAll(handle: FileHandle, source: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0
  for await (const chunk of source) {
    for (let at = 0; at < chunk.byteLength;) at += (await handle.write(chunk, at)).bytesWritten
    size += chunk.byteLength
  }
  return size
}

async function writeFile(file: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.part`
  const handle = await open(temporary, 'wx', 0o600)
  try {
    const size = await writeAll(handle, source)
    await handle.sync()
    await handle.close()
    await rename(temporary, file)
    if (process.platform !== 'win32') await syncFolder(resolve(file))
    return size
  } catch (error) {
    await handle.close()
    await rm(temporary, { force: true })
    throw error
  }
}

/** An error of the source, which is none of the bucket. */
class SourceError extends Error {}

async function writeObject(bucket: S3Settings, name: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  const marked = async function* () {
    try {
      yield* source
    } catch (cause) {
      throw new SourceError('the source failed', { cause })
    }
  }
  try {
    return await withBucket(bucket, async (store) => {
      if ((await store.listNamed(name)).includes(name)) throw new BackupError('file_exists')
      return await store.writeNamed(name, marked())
    })
  } catch (error) {
    throw error instanceof SourceError ? error.cause : error
  }
}

/**
 * Writes what `source` yields; returns its size. The archive gets its name when it is complete and durable: one that was
 * cut off never looks whole. @throws BackupError file_exists, bucket_…; errors of the source as they are
 */
export async function writeToPlace(place: ArchivePlace, source: AsyncIterable<Uint8Array>): Promise<number> {
  if ('bucket' in place) return await writeObject(place.bucket, place.name, source)
  if (existsSync(place.file)) throw new BackupError('file_exists')
  return await writeFile(place.file, source)
}

/** The bytes of an archive, until `close`. @throws BackupError not_in_bucket, bucket_…; errors of the system */
async function openArchive(place: ArchivePlace): Promise<{ source: Readable; close: () => void }> {
  if ('file' in place) {
    const handle = await open(place.file, 'r')
    return { source: handle.createReadStream({ highWaterMark: 262_144 }), close: () => {} }
  }
  const store = await openBucket(place.bucket)
  try {
    return { source: await store.readNamed(place.name), close: () => store.close() }
  } catch (error) {
    store.close()
    throw toBucketError(error)
  }
}

async function* piecesOf(source: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* source as AsyncIterable<Buffer>
  } catch (error) {
    throw toBucketError(error)
  }
}

/** Runs `work` with the bytes of an archive. @throws BackupError not_in_bucket, bucket_…; errors of the system */
export async function readFromPlace<T>(
  place: ArchivePlace,
  work: (pieces: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const { source, close } = await openArchive(place)
  try {
    return await work(piecesOf(source))
  } finally {
    source.destroy()
    close()
  }
}

const prefix = 'foja-'
const shape = /^foja-\d{8}-\d{6}\.age$/
const partShape = /^foja-\d{8}-\d{6}\.age\.[0-9a-f]+\.part$/

/** Name of a backup by schedule. */
export const archiveNameAt = (at: Date): string =>
  `${prefix}${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.age`

/** All but the newest `keep`, of which the last of a day counts: so those on request do not replace earlier days. */
function oldOf(names: string[], keep: number): string[] {
  const made = names.filter((name) => shape.test(name)).toSorted()
  const lastOfDay = new Map(made.map((name) => [name.slice(0, 'foja-yyyymmdd'.length), name]))
  const kept = new Set([...lastOfDay.values()].slice(-keep))
  return made.filter((name) => !kept.has(name))
}

/** Removes old backups by schedule, and what a crash left of one; other files stay. */
export async function removeOldBackups(place: BackupPlace, keep: number): Promise<void> {
  if ('folder' in place) {
    const names = await readdir(place.folder)
    const unwanted = [...oldOf(names, keep), ...names.filter((name) => partShape.test(name))]
    for (const name of unwanted) await rm(join(place.folder, name))
    return
  }
  await withBucket(place.bucket, async (store) => {
    for (const name of oldOf(await store.listNamed(prefix), keep)) await store.deleteNamed(name)
    await store.sweepNamed((name) => shape.test(name))
  })
}

/** Names of the backups by schedule in a bucket, newest first. @throws BackupError bucket_… */
export const listBackups = async (bucket: S3Settings): Promise<string[]> =>
  await withBucket(bucket, async (store) =>
    (await store.listNamed(prefix)).filter((name) => shape.test(name)).toReversed(),
  )
