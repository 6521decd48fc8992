import { parentPort, workerData } from 'node:worker_threads'
import { PdfError } from './errors.ts'
import type { FillAnswer, FillTask, FillValue, FillWorkerData } from './fill-protocol.ts'
import { createEngine } from './fill/engine.ts'
import { detectIn, fillIn } from './fill/fill-task.ts'
import { readSource } from './source-file.ts'

/*
 * The thread that writes into untrusted files, one task at a time. Whatever a file does to this thread's memory ends
 * with the thread.
 */
const { compiled, maxHeapBytes } = workerData as FillWorkerData
const port = parentPort
if (port === null) throw new Error('fill.worker.ts runs only as a worker thread')

const engine = createEngine(compiled, maxHeapBytes)
const limits = { maxFileBytes: maxHeapBytes / 4, maxInflated: maxHeapBytes / 4 }

async function run(task: FillTask): Promise<FillValue> {
  const bytes = readSource(task.source)
  if (task.kind === 'detect') return detectIn(engine, bytes, limits)
  return fillIn(engine, bytes, task, limits)
}

function describe(error: unknown): Extract<FillAnswer, { ok: false }>['error'] {
  if (error instanceof PdfError) return { code: error.code, message: error.message, detail: error.detail }
  const isUnreadable = error instanceof Error && 'syscall' in error && 'code' in error
  if (isUnreadable) return { code: 'render_failed', message: `The file cannot be read (${String(error.code)})` }
  const reason = error instanceof Error ? error.message : String(error)
  return { code: 'pdf_cannot_be_filled', message: `The file cannot be filled: ${reason}`, detail: { reason } }
}

async function serve(task: FillTask): Promise<void> {
  try {
    const value = await run(task)
    if (!('bytes' in value)) return port?.postMessage({ ok: true, value } satisfies FillAnswer)
    // a copy, because small buffers share a pool that cannot be transferred
    const bytes = new Uint8Array(value.bytes)
    port?.postMessage({ ok: true, value: { ...value, bytes } } satisfies FillAnswer, [bytes.buffer])
  } catch (error) {
    port?.postMessage({ ok: false, error: describe(error) } satisfies FillAnswer)
  }
}

port.on('message', (task: FillTask) => void serve(task))

port.postMessage('ready')
