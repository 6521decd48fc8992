import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { PdfError } from './errors.ts'
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
  const file = openSync(source.path, 'r')
  try {
    return open(fstatSync(file).size, (target) => readFully(file, target))
  } finally {
    closeSync(file)
  }
}

/** All the bytes. */
export function readSource(source: PdfSource): Uint8Array {
  return withSource(source, (size, fill) => {
    const bytes = new Uint8Array(size)
    fill(bytes)
    return bytes
  })
}

function readFully(file: number, target: Uint8Array): void {
  let offset = 0
  while (offset < target.byteLength) {
    const read = readSync(file, target, offset, target.byteLength - offset, offset)
    if (read === 0) throw new PdfError('render_failed', 'The file became shorter while it was read')
    offset += read
  }
}
