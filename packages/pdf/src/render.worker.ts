import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { encodePage, type PageImage } from './encode.ts'
import { PdfError } from './errors.ts'
import { drawPage, inspectDocument, openDocument, type Inspection, type OpenDocument } from './pdfium-document.ts'
import { createPdfium, type PdfiumInstance } from './pdfium-instance.ts'
import type { PdfSource, RenderAnswer, RenderTask, RenderWorkerData } from './render-protocol.ts'
import { repairForRendering } from './repair.ts'

/*
 * The thread where files of strangers are parsed. One task at a time; each gets an engine of its own, made after the
 * previous answer has left, so that starting it is off the path of whoever waits.
 */
const { compiled, maxPixels, maxHeapBytes } = workerData as RenderWorkerData
const port = parentPort
if (port === null) throw new Error('render.worker.ts runs only as a worker thread')

// One picture at a time a worker: more libvips threads would only compete with the other workers.
sharp.concurrency(1)
sharp.cache(false)

let next: Promise<PdfiumInstance> = createPdfium(compiled, maxHeapBytes)

function openSource(instance: PdfiumInstance, source: PdfSource): OpenDocument {
  if (source instanceof Uint8Array) return openDocument(instance, source.byteLength, (target) => target.set(source))
  const file = openSync(source.path, 'r')
  try {
    return openDocument(instance, fstatSync(file).size, (target) => readFully(file, target))
  } finally {
    closeSync(file)
  }
}

function readFully(file: number, target: Uint8Array): void {
  let offset = 0
  while (offset < target.byteLength) {
    const read = readSync(file, target, offset, target.byteLength - offset, offset)
    if (read === 0) throw new PdfError('render_failed', 'The file became shorter while it was read')
    offset += read
  }
}

function sourceBytes(source: PdfSource): Uint8Array {
  if (source instanceof Uint8Array) return source
  const file = openSync(source.path, 'r')
  try {
    const bytes = new Uint8Array(fstatSync(file).size)
    readFully(file, bytes)
    return bytes
  } finally {
    closeSync(file)
  }
}

/** Opens a document; a damaged one gets one try with a repaired copy, in a new engine. */
async function open(instance: PdfiumInstance, source: PdfSource): Promise<OpenDocument> {
  try {
    return openSource(instance, source)
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'pdf_invalid') throw error
    const repaired = repairForRendering(sourceBytes(source), maxHeapBytes / 4)
    if (repaired === null) throw error
    next = createPdfium(compiled, maxHeapBytes)
    const document = openDocument(await next, repaired.byteLength, (target) => target.set(repaired))
    return { ...document, repaired: true }
  }
}

async function run(task: RenderTask, instance: PdfiumInstance): Promise<Inspection | PageImage> {
  const document = await open(instance, task.source)
  if (task.kind === 'inspect') return inspectDocument(document)
  return encodePage(sharp, drawPage(document, { page: task.page, dpi: task.dpi, maxPixels }), task.format)
}

function describe(error: unknown, instance: PdfiumInstance | null): { code: PdfError['code']; message: string } {
  if (error instanceof PdfError) return { code: error.code, message: error.message }
  if (instance?.memoryRefused()) return { code: 'render_memory', message: 'The page needs more memory than allowed' }
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    return { code: 'render_failed', message: `The file cannot be read (${String(error.code)})` }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'render_failed', message: `The page could not be drawn: ${message}` }
}

async function answer(task: RenderTask): Promise<RenderAnswer> {
  try {
    return { ok: true, value: await run(task, await next) }
  } catch (error) {
    const instance = await next.catch(() => null)
    return { ok: false, error: describe(error, instance) }
  }
}

async function serve(task: RenderTask): Promise<void> {
  const result = await answer(task)
  const moved = result.ok && 'bytes' in result.value ? [result.value.bytes.buffer as ArrayBuffer] : []
  port?.postMessage(result, moved)
  next = createPdfium(compiled, maxHeapBytes)
}

port.on('message', (task: RenderTask) => void serve(task))

port.postMessage('ready')
