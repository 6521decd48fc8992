/** Reads up to `length` bytes of a stored file, from `start`. */
export type ReadBytes = (start: number, length: number) => Promise<Buffer>

export type FileType = { mime: string; extension: string }

type Entry = { name: string; encrypted: boolean }

/** End of central directory record: its fixed part, and the longest comment after it (APPNOTE.TXT, 4.3.16). */
const endLength = 22
const mostTail = endLength + 0xffff
const endSignature = 0x06054b50
/** Central directory header (4.3.12). */
const entrySignature = 0x02014b50
const entryLength = 46
/** An office document has dozens of parts, thousands with many pictures. */
const mostEntries = 10_000
const mostDirectory = 2 * 1024 * 1024

/** Finds the central directory by the record at the end of the file; null when it is not a ZIP of usual size. */
function findDirectory(tail: Buffer, size: number): { start: number; length: number; entries: number } | null {
  for (let at = tail.length - endLength; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue
    if (at + endLength + tail.readUInt16LE(at + 20) !== tail.length) continue
    const [entries, length, start] = [
      tail.readUInt16LE(at + 10),
      tail.readUInt32LE(at + 12),
      tail.readUInt32LE(at + 16),
    ]
    const ends = size - tail.length + at
    const fits = start + length <= ends && length <= mostDirectory && entries > 0 && entries <= mostEntries
    return fits ? { start, length, entries } : null
  }
  return null
}

function readEntries(directory: Buffer, count: number): Entry[] | null {
  const entries: Entry[] = []
  let at = 0
  while (entries.length < count) {
    if (at + entryLength > directory.length || directory.readUInt32LE(at) !== entrySignature) return null
    const name = directory.readUInt16LE(at + 28)
    const next = at + entryLength + name + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    if (next > directory.length) return null
    const encrypted = (directory.readUInt16LE(at + 8) & 1) === 1
    entries.push({ name: directory.toString('utf8', at + entryLength, at + entryLength + name), encrypted })
    at = next
  }
  return entries
}

const ooxml = 'application/vnd.openxmlformats-officedocument.'
/** Main part of each kind of office document without macros (ECMA-376, part 1). */
const openXml: readonly (FileType & { part: string })[] = [
  { part: 'word/document.xml', extension: 'docx', mime: `${ooxml}wordprocessingml.document` },
  { part: 'xl/workbook.xml', extension: 'xlsx', mime: `${ooxml}spreadsheetml.sheet` },
  { part: 'ppt/presentation.xml', extension: 'pptx', mime: `${ooxml}presentationml.presentation` },
]
const odf = 'application/vnd.oasis.opendocument.'
const openDocument: readonly FileType[] = [
  { extension: 'odt', mime: `${odf}text` },
  { extension: 'ods', mime: `${odf}spreadsheet` },
  { extension: 'odp', mime: `${odf}presentation` },
]
/** Macros in documents: VBA in Office, Basic and other scripts in OpenDocument. */
const macros = /(^|\/)(vbaProject|vbaData)[^/]*$|^(Basic|Scripts)\//i

/** The text of the first entry if it is `mimetype`, uncompressed (OpenDocument 1.3, part 2, 3.3). */
function mimetypeOf(head: Buffer): string | null {
  if (head.length < 38 || head.readUInt16LE(8) !== 0 || head.readUInt16LE(26) !== 8) return null
  if (head.toString('latin1', 30, 38) !== 'mimetype') return null
  const start = 38 + head.readUInt16LE(28)
  return head.toString('latin1', start, start + Math.min(head.readUInt32LE(18), 100))
}

/** Unpackers search this many bytes for an end record, and accept bytes after it. */
const searched = 66_000
/** Each end record costs two reads; no ordinary file has more of them. */
const mostEnds = 16
/** Zip64 end of central directory locator (4.3.15), just before the end record. */
const locatorSignature = 0x07064b50
const locatorLength = 20

/** Positions of end records in a buffer. */
function endsIn(tail: Buffer): number[] {
  const ends: number[] = []
  for (
    let at = tail.indexOf('PK\x05\x06');
    at >= 0 && ends.length <= mostEnds;
    at = tail.indexOf('PK\x05\x06', at + 4)
  ) {
    if (at + endLength <= tail.length) ends.push(at)
  }
  return ends
}

/**
 * True if an unpacker might read the file as a ZIP, whatever it begins with: its last 66,000 bytes have an end record,
 * whose directory begins where the record says, or just before the record.
 */
export async function endsAsZip(read: ReadBytes, size: number): Promise<boolean> {
  const from = Math.max(0, size - searched)
  const tail = await read(from, size - from)
  const ends = endsIn(tail)
  if (ends.length > mostEnds) return true
  for (const at of ends) {
    if (at >= locatorLength && tail.readUInt32LE(at - locatorLength) === locatorSignature) return true
    for (const start of [tail.readUInt32LE(at + 16), from + at - tail.readUInt32LE(at + 12)]) {
      if (start < 0 || start + entryLength > from + at) continue
      if ((await read(start, 4)).readUInt32LE(0) === entrySignature) return true
    }
  }
  return false
}

/**
 * Detects the type of an office document by the parts in the ZIP's directory; null for any other ZIP, and for one that
 * is encrypted, damaged or contains macros. Nothing is unpacked.
 */
export async function detectZipType(read: ReadBytes, size: number): Promise<FileType | null> {
  const found = findDirectory(await read(Math.max(0, size - mostTail), Math.min(size, mostTail)), size)
  if (found === null) return null
  const entries = readEntries(await read(found.start, found.length), found.entries)
  if (entries === null || entries.some(({ name, encrypted }) => encrypted || macros.test(name))) return null
  const names = new Set(entries.map(({ name }) => name))
  if (names.has('[Content_Types].xml')) {
    const kind = openXml.find(({ part }) => names.has(part))
    return kind === undefined ? null : { mime: kind.mime, extension: kind.extension }
  }
  if (!names.has('META-INF/manifest.xml') || !names.has('content.xml')) return null
  const mimetype = mimetypeOf(await read(0, 200))
  return openDocument.find(({ mime }) => mime === mimetype) ?? null
}
