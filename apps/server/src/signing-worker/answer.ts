import { PadesError, type PadesErrorCode } from '@foja/pades/errors'
import type { PdfSource } from '@foja/pdf/renderer'
import { readLocation } from '@foja/storage/read-file'
import { readFile } from 'node:fs/promises'

export type EngineFailure = { code: PadesErrorCode; detail?: Record<string, unknown> }
export type EngineAnswer<T> = { ok: true; value: T } | { ok: false; error: EngineFailure }

/** Errors of the engine travel between threads as plain data; any other error rejects. */
export async function answer<T>(work: () => Promise<T>): Promise<EngineAnswer<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (!(error instanceof PadesError)) throw error
    return { ok: false, error: { code: error.code, detail: error.detail } }
  }
}

/** Bytes of a file that is worth a collection, which takes about a millisecond. */
const large = 1_000_000

/**
 * Reads the bytes of a stored file in the thread that needs them, and frees those of earlier tasks: they lie outside
 * the heap, and V8 lets each thread keep 32 MB of them before it collects. Needs `--expose-gc`.
 */
export async function readSource(source: PdfSource): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source
  const bytes = source.seal === undefined ? await readFile(source.path) : readLocation(source)
  if (bytes.byteLength > large) globalThis.gc?.({ type: 'minor' })
  return bytes
}
