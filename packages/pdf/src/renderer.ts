import { availableParallelism } from 'node:os'
import { compareInParts, type CompareLimits, type Comparison, type RevisionToCompare } from './compare-in-parts.ts'
import type { ImageFormat, PageImage } from './encode.ts'
import type { Inspection, PageSize } from './inspect-document.ts'
import { foldQuery } from './fold-text.ts'
import type { PageText } from './page-text.ts'
import { compiledPdfium } from './pdfium-module.ts'
import type { Decoded, RenderTask, RenderValue, Unlocked } from './render-protocol.ts'
import type { TextHit, TextPart, TextRect } from './search-pages.ts'
import { warmUpPdf } from './warm-up-pdf.ts'
import { createWorkerPool, type PoolLoad, type WorkerPool } from './worker-pool.ts'
import type { PdfSource } from './worker-protocol.ts'

export { PdfError, type PdfErrorCode } from './errors.ts'
export type { CompareReason, Comparison, PageDifference, RevisionToCompare } from './compare-in-parts.ts'
export type { ImageFormat, Inspection, PageImage, PageSize, PageText, PdfSource, TextHit, TextRect }

export type RendererOptions = {
  /** Maximum worker threads; default: one per core, from 2 to 4. The first starts immediately, the others on demand; idle ones end. */
  threads?: number
  /** Maximum waiting tasks, and as many ahead; more are refused with `render_busy`. Default 64. */
  maxQueue?: number
  /** Time limit of one page from its start, in ms. Default 8000. */
  pageTimeoutMs?: number
  /** Larger pages are scaled down. Default 16,000,000. */
  maxPixels?: number
  /** Memory limit of one document, in MiB, including the file itself. Default 512. */
  maxHeapMb?: number
}

export type RenderOptions = {
  /** From 1. */
  page: number
  /** Dots per inch, 10…600. Default 110. */
  dpi?: number
  /**
   * `webp` (default): lossless for text, quality 80 for photographs. `png`: lossless. `jpeg`: quality 80. Except for
   * `png`, a page that is a single scanned JPEG, not much heavier than a drawing, is returned as that JPEG, with all
   * its dots.
   */
  format?: ImageFormat
  /** True until a caller waits for the page: it is drawn after all others, or dropped with `render_busy`. */
  ahead?: () => boolean
}

/** Matches of a text; `more`: the limit or the time was reached before the last page. */
export type TextSearch = { hits: TextHit[]; hasText: boolean; more: boolean }

export type TextSearchOptions = {
  /** Ignores case, accents and line breaks. */
  query: string
  /** Default 200. */
  maxHits?: number
  /** Default 6000: pages not reached in this time, in ms, are not searched. */
  totalMs?: number
}

export type Renderer = {
  /**
   * Counts and measures the pages. Reports XFA, and encryption that needs no password, without refusing.
   * @throws PdfError pdf_invalid, pdf_password, render_timeout, render_memory, render_busy, render_failed
   */
  inspect: (source: PdfSource) => Promise<Inspection>
  /**
   * Decodes a PNG, JPEG or WebP completely: proves that it is one.
   * @throws PdfError image_unsupported, render_timeout, render_memory, render_busy, render_failed
   */
  decodePicture: (source: PdfSource) => Promise<Decoded>
  /**
   * The file without encryption, opened by its user or owner password. Its objects are written again, so a signed file
   * is refused: the copy would void its signatures.
   * @throws PdfError pdf_invalid, pdf_password, pdf_signed, render_timeout, render_memory, render_busy, render_failed
   */
  unlock: (source: PdfSource, password: string) => Promise<Uint8Array>
  /**
   * Draws one page as displayed, with annotations and form fields.
   * @throws PdfError every code
   */
  renderPage: (source: PdfSource, options: RenderOptions) => Promise<PageImage>
  /**
   * The words of one page (from 1) with their places, including form fields and the invisible layer of a scan, and its
   * links. Both are empty for a page that is only a picture.
   * @throws PdfError every code
   */
  pageText: (source: PdfSource, page: number) => Promise<PageText>
  /**
   * Finds a text in the pages' content, including the invisible layer of a scan, but not in annotations or form fields.
   * Yields to page requests.
   * @throws PdfError pdf_invalid, pdf_password, pdf_xfa, render_timeout, render_memory, render_busy, render_failed
   */
  searchText: (source: PdfSource, options: TextSearchOptions) => Promise<TextSearch>
  /**
   * Compares the drawn pages of revisions of a file with those of the whole file. Throws no PdfError: each answer says
   * what was not compared and why.
   */
  compareRevisions: (
    source: PdfSource,
    revisions: readonly RevisionToCompare[],
    limits?: CompareLimits,
  ) => Promise<Comparison[]>
  /** Resolves when the first thread is warm. Waiting is optional: tasks queue until then. */
  ready: Promise<void>
  /** Running and waiting tasks. */
  load: () => PoolLoad
  /** Ends the threads; waiting tasks fail with `render_failed`. */
  close: () => Promise<void>
}

export const defaultDpi = 110

type RenderPool = WorkerPool<RenderTask, RenderValue>

/**
 * Starts a renderer; the engine is compiled once for all threads and warmed up in the background with a tiny page,
 * because the first page in a cold engine takes ten times as long.
 */
export async function createRenderer(options: RendererOptions = {}): Promise<Renderer> {
  const threads = options.threads ?? Math.min(4, Math.max(2, availableParallelism()))
  const started = startPool({ ...options, threads })
  const ready = warmUp(started)
  let pool: RenderPool | undefined
  started.then(
    (one) => (pool = one),
    () => {},
  )
  // Callers may ignore `ready`: its failure must not end the process.
  ready.catch(() => {})
  return {
    ready,
    inspect: async (source) => (await (await started).run({ kind: 'inspect', source })) as Inspection,
    decodePicture: async (source) => (await (await started).run({ kind: 'picture', source })) as Decoded,
    unlock: async (source, password) => {
      return ((await (await started).run({ kind: 'unlock', source, password })) as Unlocked).bytes
    },
    renderPage: async (source, { page, dpi = defaultDpi, format = 'webp', ahead }) => {
      const clamped = Number.isFinite(dpi) ? Math.min(600, Math.max(10, dpi)) : defaultDpi
      const pool = await started
      return (await pool.run({ kind: 'render', source, page, dpi: clamped, format }, { ahead })) as PageImage
    },
    pageText: async (source, page) => (await (await started).run({ kind: 'text', source, page })) as PageText,
    searchText: async (source, search) => searchText(await started, source, search),
    compareRevisions: async (source, revisions, limits) => compareInParts(await started, source, revisions, limits),
    load: () => pool?.load() ?? { running: 0, waiting: 0 },
    close: async () => (await started).close(),
  }
}

/** Runs a part of the pages at a time, so that page requests can use the thread in between. */
async function searchText(pool: RenderPool, source: PdfSource, options: TextSearchOptions): Promise<TextSearch> {
  const { maxHits = 200, totalMs = 6000 } = options
  const until = performance.now() + totalMs
  const query = foldQuery(options.query)
  const found: TextSearch = { hits: [], hasText: false, more: false }
  let from: number | null = 1
  while (from !== null) {
    const left = maxHits - found.hits.length
    const part = (await pool.run({ kind: 'search', source, query, from, maxHits: left, budgetMs: 250 })) as TextPart
    found.hits.push(...part.hits)
    found.hasText ||= part.hasText
    found.more = part.more
    from = part.more ? null : part.next
    if (from !== null && performance.now() > until) return { ...found, more: true }
  }
  return found
}

async function warmUp(started: Promise<RenderPool>): Promise<void> {
  const pool = await started
  await pool.start()
  await pool.run({ kind: 'render', source: warmUpPdf, page: 1, dpi: defaultDpi, format: 'webp' })
}

async function startPool(options: RendererOptions & { threads: number }) {
  // libvips must stay loaded in the main thread: unloading it with a worker while another uses it crashes the process.
  const [compiled] = await Promise.all([compiledPdfium(), import('sharp')])
  return createWorkerPool<RenderTask, RenderValue>({
    script: new URL('./render.worker.ts', import.meta.url),
    workerData: {
      compiled,
      maxPixels: options.maxPixels ?? 16_000_000,
      maxHeapBytes: (options.maxHeapMb ?? 512) * 1024 * 1024,
    },
    threads: options.threads,
    maxQueue: options.maxQueue ?? 64,
    taskTimeoutMs: options.pageTimeoutMs ?? 8000,
    maxObjectsMb: 256,
  })
}
