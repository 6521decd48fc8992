import type { PdfErrorCode } from './errors.ts'
import type { ImageFormat, PageImage } from './encode.ts'
import type { Inspection } from './pdfium-document.ts'

/** Bytes of a PDF, or the path of a file that the worker reads itself, so that big files never pass the main thread. */
export type PdfSource = Uint8Array | { path: string }

export type RenderTask =
  | { kind: 'inspect'; source: PdfSource }
  | { kind: 'render'; source: PdfSource; page: number; dpi: number; format: ImageFormat }

export type RenderWorkerData = { compiled: WebAssembly.Module; maxPixels: number; maxHeapBytes: number }

export type RenderAnswer =
  | { ok: true; value: Inspection | PageImage }
  | { ok: false; error: { code: PdfErrorCode; message: string } }
