import { constants, inflateRawSync, inflateSync } from 'node:zlib'

/** Deeper nesting (a PDF in base64 in a ZIP in JSON) does not occur. */
const deepest = 4
const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 32 * 1024 * 1024 }

function tryInflate(inflate: typeof inflateSync, bytes: Buffer): Buffer[] {
  try {
    return [inflate(bytes, options)]
  } catch {
    return []
  }
}

/** Streams of a PDF, inflated. Found by their keyword: independent of the parser that Foja itself uses. */
function streamsOf(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    const start = bytes[at + 6] === 13 ? at + 8 : at + 7
    const end = bytes.indexOf('endstream', start)
    if (end > start && bytes.subarray(at - 3, at).toString() !== 'end')
      parts.push(...tryInflate(inflateSync, bytes.subarray(start, end)))
  }
  return parts
}

/** Members of a ZIP, by their local headers (APPNOTE.TXT, 4.3.7). */
function membersOf(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = bytes.indexOf('PK\x03\x04'); at >= 0; at = bytes.indexOf('PK\x03\x04', at + 4)) {
    const method = bytes.readUInt16LE(at + 8)
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    const next = bytes.indexOf('PK', start)
    if (method === 8) parts.push(...tryInflate(inflateRawSync, bytes.subarray(start)))
    else parts.push(bytes.subarray(start, next < 0 ? bytes.length : next))
  }
  return parts
}

const base64 = /[\w+/-]{48,}={0,2}/g
/** Strings of PDFs, such as titles in UTF-16. */
const hex = /<((?:[0-9a-f]{2}){12,})>/gi

/** Texts of `bytes` and of what is packed in them: streams, ZIP members, base64, hex strings and UTF-16. */
export function unpack(bytes: Uint8Array, depth = 0): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = buffer.toString('latin1')
  const texts = text.includes('\0') ? [text, text.replaceAll('\0', '')] : [text]
  if (depth === deepest) return texts
  const head = text.slice(0, 1024)
  const packed: Buffer[] = []
  if (head.includes('%PDF-')) packed.push(...streamsOf(buffer))
  if (head.startsWith('PK\x03\x04')) packed.push(...membersOf(buffer))
  if (/^\s*[{["]/.test(head)) packed.push(...Array.from(text.matchAll(base64), ([run]) => Buffer.from(run, 'base64')))
  for (const [, run] of text.matchAll(hex)) packed.push(Buffer.from(run!, 'hex'))
  return [...texts, ...packed.flatMap((part) => unpack(part, depth + 1))]
}
