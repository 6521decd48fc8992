import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { StorageError } from './errors.ts'
import {
  isObjectKey,
  newObjectKey,
  type ByteRange,
  type ObjectEntry,
  type ObjectStat,
  type ObjectStore,
  type PutOptions,
  type StoredObject,
} from './object-store.ts'
import { statusOf, toS3StorageError } from './s3-errors.ts'

export type S3Settings = {
  /** Origin of the service. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket is part of the path and not of the host name. */
  forcePathStyle: boolean
}

/** Limits in milliseconds. `answer`: until a request is answered. `silence`: between two pieces of an object. */
export type S3Patience = { connection: number; answer: number; silence: number }

const usualPatience: S3Patience = { connection: 5000, answer: 30_000, silence: 30_000 }

/** Tries of one request, with growing pauses. */
const tries = 3

/** The smallest that S3 allows. Each running upload keeps up to three parts in memory. */
const partBytes = 5 * 1024 * 1024
/** For objects without a size limit: an upload has 10,000 parts at most. */
const largePartBytes = 32 * 1024 * 1024
const partsAtOnce = 2

/** Every open download has a connection, and uploads need some too. */
const connections = 256

export type S3Store = ObjectStore & {
  /** Writes, reads, lists and deletes an object. Rejects when the bucket cannot be used. */
  probe: () => Promise<void>
  /** A small text beside the objects; `undefined` when there is none. */
  readNote: (name: string) => Promise<string | undefined>
  writeNote: (name: string, content: string) => Promise<void>
  /** Stores an object of any size under a name of its own, like `put`; returns its size. */
  writeNamed: (name: string, source: AsyncIterable<Uint8Array>) => Promise<number>
  /** Rejects with `not_found` before a byte is read. */
  readNamed: (name: string) => Promise<Readable>
  /** Names that begin with `prefix`, in their order. */
  listNamed: (prefix: string) => Promise<string[]>
  /** Idempotent. */
  deleteNamed: (name: string) => Promise<void>
  /** Removes unfinished uploads whose name `isWanted` accepts. */
  sweepNamed: (isWanted: (name: string) => boolean) => Promise<void>
  /** Closes all connections; running requests fail. */
  close: () => void
}

/**
 * Objects in a bucket, under their keys. An object appears complete or not at all, and S3 stores it durably before it
 * answers. S3 compares the SHA-256 of each request with its body.
 */
export function createS3Store(settings: S3Settings, patience: S3Patience = usualPatience): S3Store {
  return new BucketStore(settings, patience)
}

class BucketStore implements S3Store {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #patience: S3Patience

  constructor({ endpoint, bucket, region, forcePathStyle, ...credentials }: S3Settings, patience: S3Patience) {
    this.#bucket = bucket
    this.#patience = patience
    const agent = { keepAlive: true, maxSockets: connections }
    this.#client = new S3Client({
      endpoint,
      region,
      forcePathStyle,
      credentials,
      maxAttempts: tries,
      // Other services than Amazon's do not know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: patience.connection,
        requestTimeout: patience.answer,
        throwOnRequestTimeout: true,
        httpAgent: agent,
        httpsAgent: agent,
      },
    })
  }

  async put(source: AsyncIterable<Uint8Array>, { maxBytes, key = newObjectKey() }: PutOptions): Promise<StoredObject> {
    return { key, ...(await this.#upload(this.#at(key), source, { maxBytes, partSize: partBytes })) }
  }

  async #upload(
    at: { Bucket: string; Key: string },
    source: AsyncIterable<Uint8Array>,
    { maxBytes, partSize }: { maxBytes: number; partSize: number },
  ): Promise<Omit<StoredObject, 'key'>> {
    const hash = createHash('sha256')
    let size = 0
    let refused: { error: unknown } | undefined
    const counted = async function* () {
      try {
        for await (const chunk of source) {
          size += chunk.byteLength
          if (size > maxBytes) throw new StorageError('too_large', `more than ${maxBytes} bytes`)
          hash.update(chunk)
          // An empty buffer would stall a stream of bytes.
          if (chunk.byteLength > 0) yield chunk
        }
      } catch (error) {
        // A failed upload ends the stream, which throws here too.
        if (!body.destroyed) refused = { error }
        throw error
      }
    }
    const body: Readable = Readable.from(counted(), { objectMode: false })
    const params = { ...at, Body: body, ContentType: 'application/octet-stream' }
    const upload = new Upload({ client: this.#client, params, partSize, queueSize: partsAtOnce })
    try {
      await upload.done()
    } catch (error) {
      if (refused !== undefined) throw refused.error
      throw toS3StorageError(error, 'cannot store the object')
    } finally {
      body.destroy()
    }
    return { size, sha256: hash.digest('hex') }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    return await this.#get(this.#at(key), range)
  }

  async #get(at: { Bucket: string; Key: string }, range?: ByteRange): Promise<Readable> {
    const bytes = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
    const command = new GetObjectCommand({ ...at, ...bytes })
    try {
      const { Body: body, ContentLength: length } = await this.#client.send(command)
      return this.#guard(body as Readable, length)
    } catch (error) {
      // A range beyond the end.
      if (statusOf(error) === 416) return Readable.from([])
      throw toS3StorageError(error, 'cannot read the object')
    }
  }

  /** There are no files. */
  async locate(key: string): Promise<null> {
    this.#at(key)
    return null
  }

  async exists(key: string): Promise<boolean> {
    return (await this.stat(key)) !== null
  }

  async stat(key: string): Promise<ObjectStat | null> {
    try {
      const found = await this.#client.send(new HeadObjectCommand(this.#at(key)))
      return { key, size: found.ContentLength!, modified: found.LastModified! }
    } catch (error) {
      const problem = toS3StorageError(error, 'cannot look at the object')
      if (problem.code === 'not_found') return null
      throw problem
    }
  }

  async delete(key: string): Promise<void> {
    await this.#delete(this.#at(key))
  }

  async #delete(at: { Bucket: string; Key: string }): Promise<void> {
    const command = new DeleteObjectCommand(at)
    await attempt('cannot delete the object', async () => await this.#client.send(command))
  }

  async *list(after = ''): AsyncGenerator<ObjectEntry> {
    for await (const entry of this.#list({}, after)) if (isObjectKey(entry.key)) yield entry
  }

  async *#list(only: { Prefix?: string }, after: string): AsyncGenerator<ObjectEntry> {
    for (let last: string | undefined = after; last !== undefined;) {
      const from: { StartAfter?: string } = last === '' ? {} : { StartAfter: last }
      const command = new ListObjectsV2Command({ Bucket: this.#bucket, ...only, ...from })
      const page = await attempt('cannot list the objects', async () => await this.#client.send(command))
      const found = page.Contents ?? []
      for (const { Key: key = '', LastModified: modified } of found) yield { key, modified: modified! }
      last = page.IsTruncated === true ? found.at(-1)?.Key : undefined
    }
  }

  async sweepUnfinished(before: Date): Promise<number> {
    return await this.#sweep((key, begun) => isObjectKey(key) && begun < before)
  }

  async #sweep(isWanted: (key: string, begun: Date) => boolean): Promise<number> {
    let swept = 0
    let from: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> = {}
    for (let isMore = true; isMore;) {
      const command = new ListMultipartUploadsCommand({ Bucket: this.#bucket, ...from })
      const page = await attempt('cannot list the uploads', async () => await this.#client.send(command))
      for (const { Key: key = '', UploadId: id, Initiated: begun } of page.Uploads ?? []) {
        if (begun === undefined || !isWanted(key, begun)) continue
        await this.#abort(key, id!)
        swept += 1
      }
      from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      isMore = page.IsTruncated === true
    }
    return swept
  }

  async ping(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }))
    } catch (error) {
      const problem = toS3StorageError(error, 'cannot use the bucket')
      // An answer to HEAD has no body that says what does not exist.
      throw problem.code === 'not_found' ? new StorageError('no_bucket', problem.message) : problem
    }
  }

  async probe(): Promise<void> {
    await this.ping()
    const name = `foja-probe-${randomBytes(8).toString('hex')}`
    const content = randomBytes(1024).toString('base64')
    await this.writeNote(name, content)
    const found = await this.readNote(name)
    await this.deleteNamed(name)
    if (found !== content) throw new StorageError('damaged', 'an object was not read as it was written')
    // Without the permission to list, a missing object is answered like a forbidden one.
    for await (const _object of this.list()) break
    await this.stat(newObjectKey())
    await this.sweepUnfinished(new Date(0))
  }

  async readNote(name: string): Promise<string | undefined> {
    try {
      const { Body: body, ContentLength: length } = await this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: name }),
      )
      return await text(this.#guard(body as Readable, length))
    } catch (error) {
      const problem = toS3StorageError(error, `cannot read ${name}`)
      if (problem.code === 'not_found') return undefined
      throw problem
    }
  }

  async writeNote(name: string, content: string): Promise<void> {
    const command = new PutObjectCommand({ Bucket: this.#bucket, Key: name, Body: Buffer.from(content) })
    await attempt(`cannot write ${name}`, async () => await this.#client.send(command))
  }

  async writeNamed(name: string, source: AsyncIterable<Uint8Array>): Promise<number> {
    const limits = { maxBytes: Number.MAX_SAFE_INTEGER, partSize: largePartBytes }
    return (await this.#upload({ Bucket: this.#bucket, Key: name }, source, limits)).size
  }

  async readNamed(name: string): Promise<Readable> {
    return await this.#get({ Bucket: this.#bucket, Key: name })
  }

  async listNamed(prefix: string): Promise<string[]> {
    const names: string[] = []
    for await (const { key } of this.#list({ Prefix: prefix }, '')) names.push(key)
    return names
  }

  async deleteNamed(name: string): Promise<void> {
    await this.#delete({ Bucket: this.#bucket, Key: name })
  }

  async sweepNamed(isWanted: (name: string) => boolean): Promise<void> {
    await this.#sweep(isWanted)
  }

  close(): void {
    this.#client.destroy()
  }

  #at(key: string): { Bucket: string; Key: string } {
    if (!isObjectKey(key)) throw new StorageError('bad_key', 'not a key of this store')
    return { Bucket: this.#bucket, Key: key }
  }

  async #abort(key: string, id: string): Promise<void> {
    try {
      await this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key: key, UploadId: id }))
    } catch (error) {
      // It ended meanwhile.
      if (statusOf(error) !== 404) throw toS3StorageError(error, 'cannot remove an unfinished upload')
    }
  }

  #guard(body: Readable, length: number | undefined): Readable {
    const guarded = Readable.from(guard(body, length, this.#patience.silence), { objectMode: false })
    // A stream that is destroyed before its first read never starts the generator, which would close the connection.
    return guarded.once('close', () => body.destroy())
  }
}

/** Passes on the bytes of an answer. Throws when they end early, or do not come for `silence` milliseconds. */
async function* guard(body: Readable, length: number | undefined, silence: number): AsyncGenerator<Buffer> {
  let received = 0
  // Only waiting for S3 counts: the reader may be slow.
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    timer = setTimeout(() => body.destroy(new StorageError('timeout', 'the object does not arrive')), silence)
  }
  try {
    wait()
    for await (const chunk of body as AsyncIterable<Buffer>) {
      clearTimeout(timer)
      received += chunk.length
      if (chunk.length > 0) yield chunk
      wait()
    }
  } catch (error) {
    throw toS3StorageError(error, 'cannot read the object')
  } finally {
    clearTimeout(timer)
  }
  if (length !== undefined && received !== length) {
    throw new StorageError('unavailable', `cannot read the object: ${received} of ${length} bytes arrived`)
  }
}

async function attempt<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toS3StorageError(error, doing)
  }
}
