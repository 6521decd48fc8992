import { PdfError } from '../errors.ts'
import { closeDocument, isEncrypted, openDocument, pageSize, saveCopy, type OpenDocument } from '../pdfium-document.ts'
import { createPdfium, type PdfiumInstance } from '../pdfium-instance.ts'

/** The rendering engine, used to inspect a file before filling and to check the result. */
export type Engine = {
  /** Opens a file, passes it to `look` and closes it. */
  withDocument: <T>(bytes: Uint8Array, look: (document: EngineDocument) => T) => Promise<T>
}

export type EngineDocument = {
  pages: number
  isEncrypted: boolean
  /** Of a page (from 1), in points, as displayed. */
  sizeOf: (page: number) => { width: number; height: number }
  /** The file rewritten by the engine. */
  copy: () => Uint8Array
}

/** Reuses the engine for the next file while it is healthy and small. */
export function createEngine(compiled: WebAssembly.Module, maxHeapBytes: number): Engine {
  let kept: Promise<PdfiumInstance> | null = createPdfium(compiled, maxHeapBytes)
  return {
    withDocument: async (bytes, look) => {
      const instance = await (kept ?? createPdfium(compiled, maxHeapBytes))
      kept = null
      const document = open(instance, bytes)
      const answer = look(viewOf(document))
      closeDocument(document)
      if (instance.heap().HEAPU8.byteLength <= maxHeapBytes / 4) kept = Promise.resolve(instance)
      return answer
    },
  }
}

function open(instance: PdfiumInstance, bytes: Uint8Array): OpenDocument {
  try {
    return openDocument(instance, bytes.byteLength, (target) => target.set(bytes))
  } catch (error) {
    if (error instanceof PdfError || !instance.memoryRefused()) throw error
    throw new PdfError('render_memory', 'The file needs more memory than allowed', { cause: error })
  }
}

function viewOf(document: OpenDocument): EngineDocument {
  return {
    pages: document.pages,
    isEncrypted: isEncrypted(document),
    sizeOf: (page) => pageSize(document, page),
    copy: () => saveCopy(document),
  }
}
