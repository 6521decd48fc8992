import type { FileLocation } from '@foja/storage/object-store'
import type { PdfErrorCode, PdfErrorDetail } from './errors.ts'

/** Bytes of a PDF, or a file that the worker reads itself, so that big files never pass the main thread. */
export type PdfSource = Uint8Array | FileLocation

/** A thread's answer: a value, or the data of a `PdfError`. */
export type WorkerAnswer<Value> =
  | { ok: true; value: Value }
  | { ok: false; error: { code: PdfErrorCode; message: string; detail?: PdfErrorDetail } }
