import { availableParallelism } from 'node:os'
import type { DetectedFields, Filled, FillRequest, FillTask, FillValue } from './fill-protocol.ts'
import { compiledPdfium } from './pdfium-module.ts'
import { createWorkerPool, type PoolLoad, type WorkerPool } from './worker-pool.ts'
import type { PdfSource } from './worker-protocol.ts'

export { PdfError, type PdfErrorCode, type PdfErrorDetail } from './errors.ts'
export type { DetectedFields, Filled, FillRequest } from './fill-protocol.ts'
export type { PdfSource }

export type FillerOptions = {
  /** Maximum worker threads; default: one per core, at most 2. Started on demand; idle ones end. */
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
  /** Running and waiting tasks. */
  load: () => PoolLoad
  /** Ends the threads; waiting tasks fail with `render_failed`. */
  close: () => Promise<void>
}

type FillPool = WorkerPool<FillTask, FillValue>

/** Compiles the engine in the background; the first task starts a thread. */
export async function createFiller(options: FillerOptions = {}): Promise<Filler> {
  const started = startPool(options)
  let pool: FillPool | undefined
  started.then(
    (one) => (pool = one),
    () => {},
  )
  return {
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
