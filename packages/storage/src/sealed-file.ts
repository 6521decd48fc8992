import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { StorageError } from './errors.ts'
import type { FileSeal } from './object-store.ts'

/*
 * An encrypted file, version 1: a header, then the plain bytes in chunks of 64 KiB, each with AES-256-GCM under a
 * random key of this file.
 *
 *   magic 8 · version 1 · id of the wrapping key 8 · nonce prefix 7 · wrapped file key 60 (nonce 12, key 32, tag 16)
 *
 * Nonce of a chunk: prefix, chunk number (32 bits), 1 for the last chunk and 0 for the others, as in STREAM (Hoang,
 * Reyhanitabar, Rogaway, Vizár: Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance, 2015). So a
 * chunk that is missing, moved or appended does not decrypt. The wrapped key is bound to the header and to the
 * object's name: a file copied over another one does not open.
 */
const magic = Buffer.from('\x89FOJA\r\n\x1a', 'latin1')
const version = 1
const prefixBytes = 7
const tagBytes = 16
const nonceBytes = 12
const keyBytes = 32
const wrapStart = magic.length + 1 + 8 + prefixBytes
export const headerBytes = wrapStart + nonceBytes + keyBytes + tagBytes
export const chunkBytes = 64 * 1024
export const sealedChunkBytes = chunkBytes + tagBytes
/** A chunk number has 32 bits. */
const mostChunks = 2 ** 32

/** A key that wraps the keys of files. `id`: 8 bytes in hex. */
export type WrappingKey = { id: string; key: Uint8Array }

const damaged = (cause?: unknown) => new StorageError('damaged', 'the encrypted object is damaged', { cause })

const gcm = { authTagLength: tagBytes } as const

function aadOf(header: Uint8Array, name: string): Buffer {
  return Buffer.concat([header.subarray(0, wrapStart), Buffer.from(name)])
}

/** Creates the key and the header of a new file. */
export function createSeal({ id, key }: WrappingKey, name: string): { header: Buffer; seal: FileSeal } {
  const seal = { key: randomBytes(keyBytes), prefix: randomBytes(prefixBytes) }
  const start = Buffer.concat([magic, Buffer.of(version), Buffer.from(id, 'hex'), seal.prefix])
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, gcm).setAAD(aadOf(start, name))
  const wrapped = Buffer.concat([nonce, cipher.update(seal.key), cipher.final(), cipher.getAuthTag()])
  return { header: Buffer.concat([start, wrapped]), seal }
}

/** The id of the wrapping key; null if the first bytes of a file are not those of an encrypted one. */
export function wrappingKeyId(head: Uint8Array): string | null {
  const isSealed = head.length >= headerBytes && magic.every((byte, at) => head[at] === byte)
  if (!isSealed) return null
  if (head[magic.length] !== version) throw new StorageError('unknown_key', 'the object has a newer format')
  return Buffer.from(head.subarray(magic.length + 1, magic.length + 9)).toString('hex')
}

/** Unwraps the key of a file. Throws `damaged`. */
export function openSeal(head: Uint8Array, wrappingKey: Uint8Array, name: string): FileSeal {
  const wrapped = head.subarray(wrapStart, headerBytes)
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey, wrapped.subarray(0, nonceBytes), gcm)
  decipher.setAAD(aadOf(head, name)).setAuthTag(wrapped.subarray(nonceBytes + keyBytes))
  try {
    const key = Buffer.concat([decipher.update(wrapped.subarray(nonceBytes, nonceBytes + keyBytes)), decipher.final()])
    return { key, prefix: Uint8Array.from(head.subarray(wrapStart - prefixBytes, wrapStart)) }
  } catch (error) {
    throw damaged(error)
  }
}

/** Size of the file for `size` plain bytes. An empty one has one empty chunk. */
export const sealedSize = (size: number): number =>
  headerBytes + size + tagBytes * Math.max(1, Math.ceil(size / chunkBytes))

/** Numbers of chunks and of plain bytes in a file. Throws `damaged` for a size that no file has. */
export function contentOf(fileSize: number): { chunks: number; size: number } {
  const body = fileSize - headerBytes
  const chunks = Math.ceil(body / sealedChunkBytes)
  const size = body - chunks * tagBytes
  if (chunks < 1 || size < 0 || sealedSize(size) !== fileSize) throw damaged()
  return { chunks, size }
}

function nonceOf({ prefix }: FileSeal, index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes)
  nonce.set(prefix)
  nonce.writeUInt32BE(index, prefixBytes)
  nonce[nonceBytes - 1] = isLast ? 1 : 0
  return nonce
}

function sealChunk(seal: FileSeal, index: number, isLast: boolean, plain: Uint8Array): Buffer {
  if (index >= mostChunks) throw new StorageError('too_large', 'too many chunks')
  const cipher = createCipheriv('aes-256-gcm', seal.key, nonceOf(seal, index, isLast), gcm)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts one chunk. Throws `damaged`. */
export function openChunk(seal: FileSeal, index: number, isLast: boolean, sealed: Uint8Array): Buffer {
  if (sealed.length < tagBytes) throw damaged()
  const decipher = createDecipheriv('aes-256-gcm', seal.key, nonceOf(seal, index, isLast), gcm)
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  const plain = decipher.update(sealed.subarray(0, sealed.length - tagBytes))
  try {
    decipher.final()
  } catch (error) {
    throw damaged(error)
  }
  return plain
}

/** Cuts a stream into pieces of `size` bytes; the last one may be shorter, and is empty for an empty stream. */
export async function* inPieces(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  // Reused: a piece is valid until the next one is asked for.
  const piece = Buffer.allocUnsafe(size)
  let filled = 0
  for await (const arrived of source) {
    for (let at = 0; at < arrived.length;) {
      if (filled === size) {
        yield { bytes: piece, isLast: false }
        filled = 0
      }
      const taken = arrived.subarray(at, at + size - filled)
      piece.set(taken, filled)
      filled += taken.length
      at += taken.length
    }
  }
  yield { bytes: piece.subarray(0, filled), isLast: true }
}

/** The bytes of an encrypted file. */
export async function* sealStream(
  source: AsyncIterable<Uint8Array>,
  { header, seal }: { header: Buffer; seal: FileSeal },
): AsyncGenerator<Buffer> {
  yield header
  let index = 0
  for await (const { bytes, isLast } of inPieces(source, chunkBytes)) {
    yield sealChunk(seal, index, isLast, bytes)
    index += 1
  }
}
