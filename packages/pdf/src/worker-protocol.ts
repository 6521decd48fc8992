import type { PdfErrorCode, PdfErrorDetail } from './errors.ts'

/** Bytes of a PDF, or the path of a file that the worker reads itself, so that big files never pass the main thread. */
export type PdfSource = Uint8Array | { path: string }

/** What a thread sends back: a value, or an error that `PdfError` is made of again. */
export type WorkerAnswer<Value> =
  | { ok: true; value: Value }
  | { ok: false; error: { code: PdfErrorCode; message: string; detail?: PdfErrorDetail } }
