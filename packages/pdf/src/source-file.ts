import { readLocation, withFile } from '@foja/storage/read-file'
import { statSync } from 'node:fs'
import type { PdfSource } from './worker-protocol.ts'

/** Identifies the bytes behind a path; null for bytes given directly. */
export function sourceIdentity(source: PdfSource): string | null {
  if (source instanceof Uint8Array) return null
  const { dev, ino, size, mtimeNs } = statSync(source.path, { bigint: true })
  return `${dev}:${ino}:${size}:${mtimeNs}:${source.path}`
}

/** Calls `open` with the size, and a function that copies the bytes. */
export function withSource<T>(source: PdfSource, open: (size: number, fill: (target: Uint8Array) => void) => T): T {
  if (source instanceof Uint8Array) return open(source.byteLength, (target) => target.set(source))
  return withFile(source, open)
}

/** All the bytes. */
export function readSource(source: PdfSource): Uint8Array {
  return source instanceof Uint8Array ? new Uint8Array(source) : readLocation(source)
}
