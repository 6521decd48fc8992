import type { CompareOptions, ComparedPart } from './compare-revisions.ts'
import type { ImageFormat, PageImage } from './encode.ts'
import type { Inspection } from './inspect-document.ts'
import type { PageText } from './page-text.ts'
import type { SearchOptions, TextPart } from './search-pages.ts'
import type { PdfSource, WorkerAnswer } from './worker-protocol.ts'

export type RenderTask =
  | { kind: 'inspect'; source: PdfSource }
  | { kind: 'picture'; source: PdfSource }
  | { kind: 'unlock'; source: PdfSource; password: string }
  | { kind: 'text'; source: PdfSource; page: number }
  | ({ kind: 'search'; source: PdfSource } & SearchOptions)
  | ({ kind: 'compare'; source: PdfSource } & CompareOptions)
  | { kind: 'render'; source: PdfSource; page: number; dpi: number; format: ImageFormat }

export type RenderWorkerData = { compiled: WebAssembly.Module; maxPixels: number; maxHeapBytes: number }

/** A picture that was decoded completely. */
export type Decoded = { width: number; height: number }

/** A file without its encryption. */
export type Unlocked = { bytes: Uint8Array }

export type RenderValue = Decoded | Unlocked | Inspection | PageImage | PageText | TextPart | ComparedPart
export type RenderAnswer = WorkerAnswer<RenderValue>
