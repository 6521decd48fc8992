import { availableParallelism } from 'node:os'
import { newField } from '@foja/forms/new-field'
import type { DetectedFields, Filled, FillRequest, FillTask, FillValue } from './fill-protocol.ts'
import { compiledPdfium } from './pdfium-module.ts'
import { warmUpPdf } from './warm-up-pdf.ts'
import { createWorkerPool, type PoolLoad, type WorkerPool } from './worker-pool.ts'
import type { PdfSource } from './worker-protocol.ts'

export { PdfError, type PdfErrorCode, type PdfErrorDetail } from './errors.ts'
export type { DetectedFields, Filled, FillRequest } from './fill-protocol.ts'
export type { PdfSource }

export type FillerOptions = {
  /** Maximum worker threads; default: one per core, at most 2. The first starts immediately, the other on demand; idle ones end. */
  threads?: number
  /** Maximum waiting tasks; more are refused with `render_busy`. Default 64. */
  maxQueue?: number
  /** Time limit of one file from its start, in ms. Default 15,000. */
  timeoutMs?: number
  /** Memory limit of one file: objects, plus the engine that checks the result. In MiB, default 512. */
  maxHeapMb?: number
}

export type Filler = {
  /**
   * The fields of the file's own form (AcroForm, ISO 32000-2 §12.7) as template fields, in reading order.
   * @throws PdfError pdf_invalid, pdf_password, pdf_encrypted, pdf_xfa, pdf_signed, pdf_cannot_be_filled, render_*
   */
  detectFields: (source: PdfSource) => Promise<DetectedFields>
  /**
   * Writes values into the fields of a file, as an appended revision where its structure allows one. Deterministic.
   * Signature fields stay unsigned, named by the field's key, or by their name in the file's own form. The result has
   * been opened by the rendering engine.
   * @throws PdfError every code
   */
  fill: (source: PdfSource, request: FillRequest) => Promise<Filled>
  /** Resolves when the first thread is warm. Waiting is optional: tasks queue until then. */
  ready: Promise<void>
  /** Running and waiting tasks. */
  load: () => PoolLoad
  /** Ends the threads; waiting tasks fail with `render_failed`. */
  close: () => Promise<void>
}

type FillPool = WorkerPool<FillTask, FillValue>

/** Starts a filler, which warms up in the background. */
export async function createFiller(options: FillerOptions = {}): Promise<Filler> {
  const started = startPool(options)
  const ready = warmUp(started)
  let pool: FillPool | undefined
  started.then(
    (one) => (pool = one),
    () => {},
  )
  // Callers may ignore `ready`: its failure must not end the process.
  ready.catch(() => {})
  return {
    ready,
    detectFields: async (source) => (await (await started).run({ kind: 'detect', source })) as DetectedFields,
    fill: async (source, request) => (await (await started).run({ kind: 'fill', source, ...request })) as Filled,
    load: () => pool?.load() ?? { running: 0, waiting: 0 },
    close: async () => (await started).close(),
  }
}

async function startPool(options: FillerOptions): Promise<FillPool> {
  const maxHeapMb = options.maxHeapMb ?? 512
  return createWorkerPool<FillTask, FillValue>({
    script: new URL('./fill.worker.ts', import.meta.url),
    workerData: { compiled: await compiledPdfium(), maxHeapBytes: maxHeapMb * 1024 * 1024 },
    threads: options.threads ?? Math.min(2, availableParallelism()),
    maxQueue: options.maxQueue ?? 64,
    taskTimeoutMs: options.timeoutMs ?? 15_000,
    maxObjectsMb: maxHeapMb,
  })
}

async function warmUp(started: Promise<FillPool>): Promise<void> {
  const pool = await started
  await pool.start()
  const field = newField('text', { page: 1, x: 0, y: 0, taken: [] })
  await pool.run({ kind: 'fill', source: warmUpPdf, fields: [field], values: [[field.key, 'Foja']], locale: 'es-EC' })
}
