import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { StorageError } from './errors.ts'
import type { FileLocation, FileSeal } from './object-store.ts'
import { chunkBytes, contentOf, headerBytes, inPieces, openChunk, sealedChunkBytes } from './sealed-file.ts'

/** Encrypted chunks that are read at once: 1 MiB. */
const chunksAtOnce = 16

function readFully(file: number, target: Uint8Array, position: number): void {
  for (let at = 0; at < target.byteLength;) {
    const read = readSync(file, target, at, target.byteLength - at, position + at)
    if (read === 0) throw new StorageError('damaged', 'the file became shorter while it was read')
    at += read
  }
}

function readSealed(file: number, seal: FileSeal, { chunks, size }: ReturnType<typeof contentOf>, target: Uint8Array) {
  const sealed = Buffer.allocUnsafe(Math.min(chunks, chunksAtOnce) * sealedChunkBytes)
  const end = headerBytes + size + chunks * (sealedChunkBytes - chunkBytes)
  for (let first = 0; first < chunks; first += chunksAtOnce) {
    const start = headerBytes + first * sealedChunkBytes
    const read = sealed.subarray(0, Math.min(end - start, sealed.length))
    readFully(file, read, start)
    for (let at = 0, index = first; at < read.length; at += sealedChunkBytes, index += 1) {
      const piece = read.subarray(at, at + sealedChunkBytes)
      target.set(openChunk(seal, index, index === chunks - 1, piece), index * chunkBytes)
    }
  }
}

/**
 * Calls `open` with the number of plain bytes, and a function that copies them. Synchronous, for worker threads.
 * @throws StorageError damaged; errors of the system
 */
export function withFile<T>(
  { path, seal }: FileLocation,
  open: (size: number, fill: (target: Uint8Array) => void) => T,
): T {
  const file = openSync(path, 'r')
  try {
    const fileSize = fstatSync(file).size
    if (seal === undefined) return open(fileSize, (target) => readFully(file, target, 0))
    const content = contentOf(fileSize)
    return open(content.size, (target) => readSealed(file, seal, content, target))
  } finally {
    closeSync(file)
  }
}

/** All the plain bytes, like `withFile`. */
export function readLocation(location: FileLocation): Uint8Array {
  return withFile(location, (size, fill) => {
    const bytes = new Uint8Array(size)
    fill(bytes)
    return bytes
  })
}

/** The plain bytes in pieces, for the main thread. */
export async function* streamLocation({ path, seal }: FileLocation): AsyncGenerator<Uint8Array> {
  if (seal === undefined) {
    yield* createReadStream(path) as AsyncIterable<Buffer>
    return
  }
  const { chunks } = contentOf((await stat(path)).size)
  let index = 0
  for await (const { bytes } of inPieces(createReadStream(path, { start: headerBytes }), sealedChunkBytes)) {
    yield openChunk(seal, index, index === chunks - 1, bytes)
    index += 1
  }
}
