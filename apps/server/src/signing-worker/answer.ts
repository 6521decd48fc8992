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

/** Reads the bytes of a stored file in the thread that needs them. */
export async function readSource(source: PdfSource): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source
  return source.seal === undefined ? await readFile(source.path) : readLocation(source)
}
