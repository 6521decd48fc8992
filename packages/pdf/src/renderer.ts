import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import type { ImageFormat, PageImage } from './encode.ts'
import type { Inspection, PageSize } from './pdfium-document.ts'
import type { PdfSource } from './render-protocol.ts'
import { warmUpPdf } from './warm-up-pdf.ts'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

export { PdfError, type PdfErrorCode } from './errors.ts'
export type { ImageFormat, Inspection, PageImage, PageSize, PdfSource }

export type RendererOptions = {
  /** Worker threads at most; default: one a core, from 2 to 4. The first starts at once, the others on demand. */
  threads?: number
  /** Tasks that may wait; above that `render_busy`. Default 64. */
  maxQueue?: number
  /** Time for one page once its turn has come, in ms. Default 8000. */
  pageTimeoutMs?: number
  /** Pages that would have more pixels are drawn smaller. Default 16,000,000. */
  maxPixels?: number
  /** Memory that one document may take while it is drawn, in MiB, the file itself included. Default 512. */
  maxHeapMb?: number
}

export type RenderOptions = {
  /** From 1. */
  page: number
  /** Dots per inch, 10…600. Default 110. */
  dpi?: number
  /** `webp` (default): lossless for text, quality 80 for photographs. `png`: lossless. `jpeg`: quality 80. */
  format?: ImageFormat
  /** Drawn ahead of being asked for: waits behind every other task. */
  ahead?: boolean
}

export type Renderer = {
  /**
   * Counts and measures the pages. XFA and encryption that opens without a password are reported, not refused.
   * @throws PdfError pdf_invalid, pdf_password, render_timeout, render_memory, render_busy, render_failed
   */
  inspect: (source: PdfSource) => Promise<Inspection>
  /**
   * Draws one page with annotations and form fields as a reader sees it.
   * @throws PdfError every code
   */
  renderPage: (source: PdfSource, options: RenderOptions) => Promise<PageImage>
  /** Resolves when the first thread has drawn a page. Nobody needs to wait for it: tasks queue until then. */
  ready: Promise<void>
  /** Ends the threads; what waits is refused with `render_failed`. */
  close: () => Promise<void>
}

export const defaultDpi = 110

/**
 * Starts a renderer. It returns at once; the engine is compiled once for all threads and warmed in the background
 * by drawing a tiny page, as the first page in a cold engine takes ten times as long.
 */
export async function createRenderer(options: RendererOptions = {}): Promise<Renderer> {
  const threads = options.threads ?? Math.min(4, Math.max(2, availableParallelism()))
  const started = startPool({ ...options, threads })
  const ready = warmUp(started)
  // Whoever waits for `ready` sees the failure; whoever does not must not be ended by it.
  ready.catch(() => {})
  return {
    ready,
    inspect: async (source) => (await (await started).run({ kind: 'inspect', source })) as Inspection,
    renderPage: async (source, { page, dpi = defaultDpi, format = 'webp', ahead = false }) => {
      const clamped = Number.isFinite(dpi) ? Math.min(600, Math.max(10, dpi)) : defaultDpi
      const pool = await started
      return (await pool.run({ kind: 'render', source, page, dpi: clamped, format }, { ahead })) as PageImage
    },
    close: async () => (await started).close(),
  }
}

async function warmUp(started: Promise<WorkerPool>): Promise<void> {
  const pool = await started
  await pool.start()
  await pool.run({ kind: 'render', source: warmUpPdf, page: 1, dpi: defaultDpi, format: 'webp' })
}

async function startPool(options: RendererOptions & { threads: number }) {
  const wasm = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  // libvips must stay loaded by the main thread: unloading it with a worker while another uses it ends the process.
  const [bytes] = await Promise.all([readFile(wasm), import('sharp')])
  const compiled = await WebAssembly.compile(bytes)
  return createWorkerPool({
    script: new URL('./render.worker.ts', import.meta.url),
    workerData: {
      compiled,
      maxPixels: options.maxPixels ?? 16_000_000,
      maxHeapBytes: (options.maxHeapMb ?? 512) * 1024 * 1024,
    },
    threads: options.threads,
    maxQueue: options.maxQueue ?? 64,
    taskTimeoutMs: options.pageTimeoutMs ?? 8000,
  })
}
