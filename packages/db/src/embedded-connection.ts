import { EventEmitter } from 'node:events'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { EmbeddedReply, EmbeddedRequest, EmbeddedStart } from './embedded-messages.ts'
import { DatabaseProblem } from './errors.ts'

/** The main thread's end of the embedded database. */
export interface EmbeddedServer {
  /** A socket-like stream for `pg`. One at a time. */
  connect: () => Duplex
  /** Number of files that the database flushed to the disk. */
  fsyncs: () => Promise<number>
  /** A tar of the data folder, for `EmbeddedStart.dump`. */
  dump: () => Promise<Uint8Array<ArrayBuffer>>
  /** Copies the database into an existing folder, which `openDatabase` then opens. */
  copyTo: (folder: string) => Promise<void>
  /** True if a statement was sent since the last call. */
  takeActivity: () => boolean
  close: () => Promise<void>
}

/** Starts the thread and waits until the database answers. Throws a `DatabaseProblem`. */
export async function startEmbedded(start: EmbeddedStart): Promise<EmbeddedServer> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: start,
    // node:sqlite (the folder's lock) announces itself as experimental
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const link = new Link(worker)
  const first = await link.next()
  if (first.kind === 'ready') return new Server(link)
  if (first.kind === 'refused') throw new DatabaseProblem(first.code, first.message)
  throw new DatabaseProblem('database_unreachable', `the embedded database answered ${first.kind} at its start`)
}

/** Requests are answered in order, so a queue matches the replies. */
class Link extends EventEmitter {
  readonly #worker: Worker
  readonly #waiting: { resolve: (reply: EmbeddedReply) => void; reject: (error: Error) => void }[] = []
  #dead: DatabaseProblem | null = null

  constructor(worker: Worker) {
    super()
    this.#worker = worker
    worker.on('message', (reply: EmbeddedReply) => this.#waiting.shift()?.resolve(reply))
    worker.on('error', (error) => this.#die(`the embedded database failed: ${String(error)}`, error))
    worker.on('exit', () => this.#die('the embedded database has ended'))
  }

  next(): Promise<EmbeddedReply> {
    return new Promise((resolve, reject) => {
      if (this.#dead === null) this.#waiting.push({ resolve, reject })
      else reject(this.#dead)
    })
  }

  ask(request: EmbeddedRequest): Promise<EmbeddedReply> {
    const answer = this.next()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    if (this.#dead === null) this.#worker.postMessage(request)
    return answer
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #die(message: string, cause?: unknown): void {
    if (this.#dead !== null) return
    this.#dead = new DatabaseProblem('database_unreachable', message, { cause })
    for (const { reject } of this.#waiting.splice(0)) reject(this.#dead)
    this.emit('dead', this.#dead)
  }
}

class Server implements EmbeddedServer {
  readonly #link: Link
  #active = false
  #closing: Promise<void> | null = null

  constructor(link: Link) {
    this.#link = link
  }

  connect(): Duplex {
    return new EmbeddedSocket(this.#link, () => (this.#active = true))
  }

  async fsyncs(): Promise<number> {
    const reply = await this.#link.ask({ kind: 'fsyncs' })
    return reply.kind === 'fsyncs' ? reply.count : unexpected(reply)
  }

  async dump(): Promise<Uint8Array<ArrayBuffer>> {
    const reply = await this.#link.ask({ kind: 'dump' })
    return reply.kind === 'dump' ? reply.bytes : unexpected(reply)
  }

  async copyTo(folder: string): Promise<void> {
    const reply = await this.#link.ask({ kind: 'copy', folder })
    if (reply.kind !== 'copied') unexpected(reply)
  }

  takeActivity(): boolean {
    const active = this.#active
    this.#active = false
    return active
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    try {
      const reply = await this.#link.ask({ kind: 'close' })
      if (reply.kind !== 'closed') unexpected(reply)
    } finally {
      await this.#link.end()
    }
  }
}

function unexpected(reply: EmbeddedReply): never {
  const detail = reply.kind === 'failed' ? reply.message : reply.kind
  throw new DatabaseProblem('database_unreachable', `the embedded database answered: ${detail}`)
}

/** First bytes of messages that the server answers: startup, Sync, Query, Flush, CopyDone, CopyFail. */
const answered = new Set([0, 0x53, 0x51, 0x48, 0x63, 0x66])

/** Looks to `pg` like a `net.Socket`. Messages are collected up to the next one with an answer: one hop per query. */
class EmbeddedSocket extends Duplex {
  readonly #link: Link
  readonly #onActivity: () => void
  readonly #onDead = (error: Error): void => void this.destroy(error)
  #gathered: Uint8Array[] = []

  constructor(link: Link, onActivity: () => void) {
    super({ allowHalfOpen: false })
    this.#link = link
    this.#onActivity = onActivity
    link.once('dead', this.#onDead)
  }

  connect(): this {
    setImmediate(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {
    // Bytes are pushed as they arrive.
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    const mark = chunk[0] ?? 0
    if (mark !== 0x58 /* X, Terminate */) this.#gathered.push(chunk)
    if (answered.has(mark)) this.#send()
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#link.off('dead', this.#onDead)
    done(error)
  }

  #send(): void {
    const parts = this.#gathered
    this.#gathered = []
    this.#onActivity()
    const bytes = new Uint8Array(Buffer.concat(parts))
    void this.#answer(bytes)
  }

  async #answer(bytes: Uint8Array): Promise<void> {
    try {
      const reply = await this.#link.ask({ kind: 'bytes', bytes })
      if (this.destroyed || this.readableEnded) return
      if (reply.kind === 'bytes') this.push(Buffer.from(reply.bytes.buffer as ArrayBuffer))
      else this.destroy(new DatabaseProblem('database_unreachable', `the embedded database answered ${reply.kind}`))
    } catch (error) {
      this.destroy(error as Error)
    }
  }
}
