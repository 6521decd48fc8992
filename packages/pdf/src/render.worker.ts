import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { compareRevisions } from './compare-revisions.ts'
import { encodePage, type PageImage } from './encode.ts'
import { PdfError } from './errors.ts'
import { inspectDocument } from './inspect-document.ts'
import { closePage, drawPage, loadPage, openDocument, unlock, type OpenDocument } from './pdfium-document.ts'
import { createPdfium, type PdfiumInstance } from './pdfium-instance.ts'
import type { Decoded, RenderAnswer, RenderTask, RenderValue, RenderWorkerData } from './render-protocol.ts'
import { repairForRendering } from './repair.ts'
import { readPageText } from './page-text.ts'
import { readScan } from './scan-page.ts'
import { searchPages } from './search-pages.ts'
import { readSource, sourceIdentity, withSource } from './source-file.ts'
import type { PdfSource } from './worker-protocol.ts'

/*
 * The thread that parses untrusted files, one task at a time. Each document gets its own engine, started after the
 * previous answer was sent, so that no request waits for it. The last document stays open for a few seconds, because
 * readers mostly ask for the next page; an error drops it.
 */
const { compiled, maxPixels, maxHeapBytes } = workerData as RenderWorkerData
const port = parentPort
if (port === null) throw new Error('render.worker.ts runs only as a worker thread')

// One picture per worker at a time: more libvips threads would only compete with other workers.
sharp.concurrency(1)
sharp.cache(false)

const keepOpenMs = 5000
let spare: Promise<PdfiumInstance> | null = createPdfium(compiled, maxHeapBytes)
let kept: { identity: string; document: OpenDocument } | null = null
let using: PdfiumInstance | null = null

async function freshInstance(): Promise<PdfiumInstance> {
  const taken = spare ?? createPdfium(compiled, maxHeapBytes)
  spare = null
  using = await taken
  return using
}

/** Opens a document; a damaged one is retried once with a repaired copy, in a new engine. */
async function open(source: PdfSource): Promise<OpenDocument> {
  const instance = await freshInstance()
  try {
    return withSource(source, (size, fill) => openDocument(instance, size, fill))
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'pdf_invalid') throw error
    const repaired = repairForRendering(readSource(source), maxHeapBytes / 4)
    if (repaired === null) throw error
    const document = openDocument(await freshInstance(), repaired.byteLength, (target) => target.set(repaired))
    return { ...document, repaired: true }
  }
}

/** The open document of the previous task if it is the same, or one opened now. */
async function documentOf(source: PdfSource): Promise<OpenDocument> {
  const identity = sourceIdentity(source)
  if (kept !== null && kept.identity === identity) {
    using = kept.document.instance
    return kept.document
  }
  kept = null
  const document = await open(source)
  if (identity !== null) kept = { identity, document }
  return document
}

async function run(task: RenderTask): Promise<RenderValue> {
  if (task.kind === 'compare') {
    // Comparing needs much memory and is not repeated: its engine is discarded.
    const instance = await freshInstance()
    const whole = withSource(task.source, (size, fill) => openDocument(instance, size, fill))
    return compareRevisions(whole, task)
  }
  if (task.kind === 'unlock') {
    // The engine that knows the password is not kept for the next task.
    const instance = await freshInstance()
    const { source, password } = task
    return { bytes: unlock(withSource(source, (size, fill) => openDocument(instance, size, fill, password))) }
  }
  if (task.kind === 'picture') return await decodePicture(task.source)
  const document = await documentOf(task.source)
  if (task.kind === 'inspect') return inspectDocument(document)
  if (task.kind === 'text') return readPageText(document, task.page)
  if (task.kind === 'search') return searchPages(document, task)
  return renderPage(document, task)
}

/** Largest picture: about 400 dpi on A0. */
const mostPicturePixels = 250_000_000

/** Decodes every pixel of the first frame. Shrinking to one pixel keeps memory small. */
async function decodePicture(source: PdfSource): Promise<Decoded> {
  try {
    // From the file where it is plain: libvips then reads it piece by piece.
    const input = source instanceof Uint8Array || source.seal !== undefined ? readSource(source) : source.path
    const picture = sharp(input, { failOn: 'error', limitInputPixels: mostPicturePixels })
    const { width, height } = await picture.metadata()
    await picture.resize(1, 1, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer()
    return { width, height }
  } catch (cause) {
    throw new PdfError('image_unsupported', 'The picture cannot be decoded', { cause })
  }
}

/** The scanner's own JPEG if a page consists of it, or the drawn page. */
async function renderPage(document: OpenDocument, task: RenderTask & { kind: 'render' }): Promise<PageImage> {
  const { page: number, dpi, format } = task
  const page = loadPage(document, number)
  const scan = format === 'png' ? null : readScan(document, page, { page: number, dpi, maxPixels })
  const shown = scan ?? drawPage(document, page, { dpi, maxPixels })
  closePage(document, page)
  return 'mime' in shown ? shown : encodePage(sharp, shown, format)
}

function describe(error: unknown): { code: PdfError['code']; message: string } {
  if (error instanceof PdfError) return { code: error.code, message: error.message }
  if (using?.memoryRefused()) return { code: 'render_memory', message: 'The page needs more memory than allowed' }
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    return { code: 'render_failed', message: `The file cannot be read (${String(error.code)})` }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'render_failed', message: `The page could not be drawn: ${message}` }
}

async function answer(task: RenderTask): Promise<RenderAnswer> {
  try {
    const value = await run(task)
    if (kept !== null && kept.document.instance.heap().HEAPU8.byteLength > maxHeapBytes / 4) kept = null
    return { ok: true, value }
  } catch (error) {
    kept = null
    return { ok: false, error: describe(error) }
  } finally {
    using = null
  }
}

let forgetting: NodeJS.Timeout | undefined

async function serve(task: RenderTask): Promise<void> {
  clearTimeout(forgetting)
  const result = await answer(task)
  const moved = result.ok && 'bytes' in result.value ? [result.value.bytes.buffer as ArrayBuffer] : []
  port?.postMessage(result, moved)
  spare ??= createPdfium(compiled, maxHeapBytes)
  forgetting = setTimeout(() => {
    kept = null
  }, keepOpenMs)
}

port.on('message', (task: RenderTask) => void serve(task))

port.postMessage('ready')
