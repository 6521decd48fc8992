import { inflateSync } from 'node:zlib'

const headerMark = Buffer.from('%PDF-')
const dictionaryLimit = 4096
/** Searching takes several times the file's size in memory. */
const largest = 64 * 1024 * 1024
/** Closes strings, hexadecimal strings, a stream or an object left open. */
const closers = '\n))))>\nendstream\nendobj\n'
/** The engine refuses higher object numbers. */
const maxObjects = 4_194_303

/**
 * A copy of a damaged file that the engine may be able to open, or null when nothing recognisable is left. For drawing
 * only: its bytes differ from the upload, so it must never be stored or signed.
 *
 * The engine rebuilds a lost cross-reference table by itself (ISO 32000-2, 7.5.4) but needs a header within the first
 * bytes and a trailer that names the catalog. So bytes before the header are cut, objects in object streams (7.5.7) are
 * written out, because their index was in the lost cross-reference stream, and a trailer for the last catalog is
 * appended.
 *
 * @param maxBytes limit of the inflated size, as a damaged file may be a bomb too
 */
export function repairForRendering(bytes: Uint8Array, maxBytes: number): Uint8Array | null {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Without its encryption dictionary the text of an encrypted file would be garbled or missing.
  if (all.byteLength > largest || all.includes('/Encrypt')) return null
  const start = all.indexOf(headerMark)
  const body = start > 0 ? all.subarray(start) : all
  const header = start === -1 ? '%PDF-1.7\n' : ''
  const streams = looseObjects(body, maxBytes)
  const root = lastCatalog(Buffer.concat([body, Buffer.from(streams, 'latin1')]))
  if (root === null) return null
  const trailer = `\ntrailer\n<</Root ${root} 0 R/Size ${maxObjects}>>\nstartxref\n0\n%%EOF\n`
  return Buffer.concat([Buffer.from(header), body, Buffer.from(`${closers}${streams}${trailer}`, 'latin1')])
}

/** Object number of the last dictionary of /Type /Catalog. */
function lastCatalog(body: Buffer): number | null {
  const text = body.toString('latin1')
  let found: number | null = null
  for (const match of text.matchAll(/\/Type\s*\/Catalog\b/g)) {
    const before = text.slice(Math.max(0, match.index - dictionaryLimit), match.index)
    const objects = [...before.matchAll(/(\d{1,10})\s+\d{1,5}\s+obj\b/g)]
    const last = objects.at(-1)
    if (last?.[1] !== undefined) found = Number(last[1])
  }
  return found
}

/** The objects of every Flate object stream, written as `n 0 obj … endobj`. */
function looseObjects(body: Buffer, maxBytes: number): string {
  const text = body.toString('latin1')
  const out: string[] = []
  let left = maxBytes
  for (const match of text.matchAll(/\/Type\s*\/ObjStm\b/g)) {
    const keyword = text.indexOf('stream', match.index)
    if (keyword === -1 || keyword - match.index > dictionaryLimit) continue
    const dictionary = text.slice(Math.max(0, match.index - dictionaryLimit), keyword)
    const own = dictionary.slice(dictionary.lastIndexOf(' obj'))
    const count = Number(/\/N\s+(\d+)/.exec(own)?.[1])
    const first = Number(/\/First\s+(\d+)/.exec(own)?.[1])
    const from = keyword + 'stream'.length + (text[keyword + 6] === '\r' ? 2 : 1)
    const content = inflated(body.subarray(from), left)
    if (content === null || !Number.isInteger(count) || !Number.isInteger(first)) continue
    left -= content.length
    out.push(...splitObjects(content, count, first))
  }
  return out.join('')
}

function inflated(data: Buffer, limit: number): string | null {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, limit) }).toString('latin1')
  } catch {
    return null
  }
}

function splitObjects(content: string, count: number, first: number): string[] {
  const index = content.slice(0, first).trim().split(/\s+/).map(Number)
  const objects: string[] = []
  for (let i = 0; i < Math.min(count, index.length >> 1); i++) {
    const from = first + (index[2 * i + 1] ?? 0)
    const to = i + 1 < count ? first + (index[2 * i + 3] ?? content.length) : content.length
    objects.push(`${index[2 * i]} 0 obj\n${content.slice(from, to)}\nendobj\n`)
  }
  return objects
}
