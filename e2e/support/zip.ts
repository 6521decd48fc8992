import { inflateRawSync } from 'node:zlib'

/** The end of the central directory, its entries and the local headers (APPNOTE 6.3.10, 4.3). */
const signatures = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 }

/** The file names in a ZIP; checks that each unpacks to its declared size. */
export function namesInZip(zip: Buffer): string[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || zip.readUInt32LE(end) !== signatures.end) throw new Error('not a ZIP')
  const names: string[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== signatures.entry) throw new Error('an entry is damaged')
    const method = zip.readUInt16LE(at + 10)
    const [packed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = zip.readUInt32LE(at + 42)
    if (zip.readUInt32LE(local) !== signatures.local) throw new Error('a local header is damaged')
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + packed)
    const unpacked = method === 0 ? bytes : inflateRawSync(bytes)
    if (unpacked.length !== size) throw new Error('a file does not unpack to its size')
    names.push(zip.toString('utf8', at + 46, at + 46 + name))
    at += 46 + name + extra + comment
  }
  return names
}
