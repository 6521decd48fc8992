import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { openEmbeddedFolder, openEmbeddedMemory } from './embedded-folder.ts'
import type { EmbeddedReply, EmbeddedRequest, EmbeddedStart } from './embedded-messages.ts'
import { DatabaseProblem } from './errors.ts'

/** Runs PostgreSQL (PGlite) off the main thread: wire-protocol bytes in and out, in order. */

const port = parentPort
if (port === null) throw new Error('embedded-worker.ts runs as a worker thread')

// The engine's large functions are optimised one after another: each takes up to 100 MB, and the allocator keeps a part
// of it for each thread that did one.
setFlagsFromString('--wasm-num-compilation-tasks=1')

const reply = (message: EmbeddedReply, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

// R (AuthenticationOk), then Z (ReadyForQuery, idle): the answer to a startup packet. PostgreSQL 18 protocol, 54.7
const greeting = [0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]

try {
  const start = workerData as EmbeddedStart
  const opened = start.folder === null ? await openEmbeddedMemory(start) : await openEmbeddedFolder(start.folder)
  const { pglite } = opened

  /** Runs messages. `execProtocolRaw` would parse every answer too and keep it for good. */
  const run = async (bytes: Uint8Array): Promise<Uint8Array> => {
    const parts: Uint8Array[] = []
    // A copy: the part is a view of the engine's memory.
    await pglite.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (part) => void parts.push(part.slice()) })
    // Copied again, as only a buffer of its own can be transferred.
    return new Uint8Array(Buffer.concat(parts))
  }

  const execute = async (bytes: Uint8Array): Promise<Uint8Array> => {
    if (bytes[0] !== 0) return await run(bytes)
    // A new client takes over the only session: reset what the previous one left.
    if (pglite.isInTransaction()) await run(simpleQuery('rollback'))
    await run(simpleQuery('discard all'))
    return Uint8Array.from(greeting)
  }

  const handle = async (request: EmbeddedRequest): Promise<void> => {
    if (request.kind === 'bytes') {
      const bytes = await execute(request.bytes)
      reply({ kind: 'bytes', bytes }, [bytes.buffer as ArrayBuffer])
    } else if (request.kind === 'dump') {
      const blob = await pglite.dumpDataDir('none')
      reply({ kind: 'dump', bytes: new Uint8Array(await blob.arrayBuffer()) })
    } else if (request.kind === 'fsyncs') {
      reply({ kind: 'fsyncs', count: opened.fsyncs() })
    } else if (request.kind === 'copy') {
      opened.copyTo(request.folder)
      reply({ kind: 'copied' })
    } else {
      await opened.close()
      reply({ kind: 'closed' })
      port.close()
    }
  }

  let last = Promise.resolve()
  port.on('message', (request: EmbeddedRequest) => {
    last = last.then(() => handle(request)).catch((error: unknown) => reply({ kind: 'failed', message: String(error) }))
  })
  reply({ kind: 'ready' })
} catch (error) {
  const code = error instanceof DatabaseProblem ? error.code : 'database_unreachable'
  reply({ kind: 'refused', code, message: error instanceof Error ? error.message : String(error) })
  port.close()
}

function simpleQuery(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`)
  const head = Buffer.alloc(5)
  head.write('Q')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
