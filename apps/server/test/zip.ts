import { crc32 } from 'node:zlib'

/** A ZIP of stored entries in this order, with `contents` by name (APPNOTE.TXT, 4.3). */
export function zipOf(names: string[], contents: Record<string, string> = {}, { encrypted = false } = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const name of names) {
    const data = Buffer.from(contents[name] ?? '<x/>')
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(encrypted ? 1 : 0, 2)
    fields.writeUInt32LE(crc32(data), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(data.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, rest, Buffer.from(name))
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(names.length, 8)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}

/** Reads the files of an archive by its central directory (APPNOTE.TXT 6.3.10, 4.3); stored entries only. */
export async function readZip(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = bytes.length - 22
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error('not an archive')
  const files = new Map<string, Uint8Array>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)]
    const size = view.getUint32(at + 24, true)
    const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
    const local = view.getUint32(at + 42, true)
    if ((flags & 0x800) === 0 || method !== 0)
      throw new Error('a name that is not UTF-8, or an entry that is not stored')
    const name = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(at + 46, at + 46 + lengths[0]!))
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    files.set(name, bytes.subarray(start, start + size))
    at += 46 + lengths.reduce((sum, length) => sum + length, 0)
  }
  return files
}
