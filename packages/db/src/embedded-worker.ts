import { parentPort, workerData } from 'node:worker_threads'
import { openEmbeddedFolder, openEmbeddedMemory } from './embedded-folder.ts'
import type { EmbeddedReply, EmbeddedRequest, EmbeddedStart } from './embedded-messages.ts'
import { DatabaseProblem } from './errors.ts'

/** Runs PostgreSQL (PGlite) off the main thread: wire-protocol bytes in and out, in order. */

const port = parentPort
if (port === null) throw new Error('embedded-worker.ts runs as a worker thread')

const reply = (message: EmbeddedReply, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

// R (AuthenticationOk), then Z (ReadyForQuery, idle): the answer to a startup packet. PostgreSQL 18 protocol, 54.7
const greeting = [0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]

try {
  const start = workerData as EmbeddedStart
  const opened = start.folder === null ? await openEmbeddedMemory(start) : await openEmbeddedFolder(start.folder)
  const { pglite } = opened

  const execute = (bytes: Uint8Array): Uint8Array => {
    if (bytes[0] !== 0) return pglite.execProtocolRawSync(bytes)
    // A new client takes over the only session: reset what the previous one left.
    if (pglite.isInTransaction()) pglite.execProtocolRawSync(simpleQuery('rollback'))
    pglite.execProtocolRawSync(simpleQuery('discard all'))
    return Uint8Array.from(greeting)
  }

  const handle = async (request: EmbeddedRequest): Promise<void> => {
    if (request.kind === 'bytes') {
      const bytes = execute(request.bytes)
      reply({ kind: 'bytes', bytes }, [bytes.buffer as ArrayBuffer])
    } else if (request.kind === 'dump') {
      const blob = await pglite.dumpDataDir('none')
      reply({ kind: 'dump', bytes: new Uint8Array(await blob.arrayBuffer()) })
    } else if (request.kind === 'fsyncs') {
      reply({ kind: 'fsyncs', count: opened.fsyncs() })
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
