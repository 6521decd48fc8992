import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

declare global {
  /** The used part of the WebAssembly API: Node's types leave it to the browser's library. */
  namespace WebAssembly {
    type Imports = Record<string, Record<string, unknown>>
    type Module = object
    type Instance = { exports: Record<string, unknown> }
    const Instance: new (module: Module, imports: Imports) => Instance
    function compile(bytes: Uint8Array): Promise<Module>
  }
}

/** The linear memory of an instance. Growing replaces the views: read them again after every call into the engine. */
type Heap = { HEAPU8: Uint8Array; HEAPF32: Float32Array; HEAP32: Int32Array }

/** A pdfium with its own memory, discarded after one document, so that nothing of a file outlives it. */
export type PdfiumInstance = {
  fpdf: WrappedPdfiumModule
  heap: () => Heap
  malloc: (bytes: number) => number
  free: (pointer: number) => void
  /** True if growing above the limit was refused: later drawings may be incomplete. */
  memoryRefused: () => boolean
}

/**
 * Starts a pdfium from a compiled module.
 *
 * Memory growth goes through `emscripten_resize_heap`, an import that we wrap: above `maxHeapBytes` it returns 0, which
 * malloc reports as "no memory". The engine then gives up or aborts; in both cases only this instance is lost.
 */
export async function createPdfium(compiled: WebAssembly.Module, maxHeapBytes: number): Promise<PdfiumInstance> {
  let refused = false
  const overrides = {
    print: () => {},
    printErr: () => {},
    instantiateWasm: (imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => unknown) => {
      const env = imports.env ?? {}
      const resize = env.emscripten_resize_heap as (size: number) => number
      env.emscripten_resize_heap = (size: number) => {
        if (size >>> 0 <= maxHeapBytes) return resize(size)
        refused = true
        return 0
      }
      return receive(new WebAssembly.Instance(compiled, imports))
    },
  }
  const fpdf = await init(overrides)
  fpdf.PDFiumExt_Init()
  return {
    fpdf,
    heap: () => fpdf.pdfium as unknown as Heap,
    malloc: (bytes) => fpdf.pdfium.wasmExports.malloc(bytes),
    free: (pointer) => fpdf.pdfium.wasmExports.free(pointer),
    memoryRefused: () => refused,
  }
}
