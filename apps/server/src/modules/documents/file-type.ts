import { detectZipType, endsAsZip, type FileType, type ReadBytes } from './zip-type.ts'

export type { FileType } from './zip-type.ts'

const pdf: FileType = { mime: 'application/pdf', extension: 'pdf' }
const png: FileType = { mime: 'image/png', extension: 'png' }
const jpeg: FileType = { mime: 'image/jpeg', extension: 'jpg' }
const webp: FileType = { mime: 'image/webp', extension: 'webp' }

/** A PDF's header may follow up to 1,024 other bytes (ISO 32000-2, Annex I, note 1). */
const headLength = 1024

function startsWith(head: Uint8Array, ...bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte)
}

/**
 * What must not precede a PDF's header: markup that a browser would run, scripts of other programs, and headers of
 * other formats. Such a file is two at once, and each reader sees another one. Printer commands and mail headers are
 * harmless and occur.
 */
const markup = /<\s*[a-z!?/]/i
const scripts = ['#!', 'MZ']
const archives = ['PK\x03\x04', 'PK\x05\x06', 'Rar!\x1a', '7z\xbc\xaf', '\x1f\x8b\x08', 'MSCF']
const media = ['\x89PNG', '\xff\xd8\xff', 'GIF87a', 'GIF89a', 'RIFF', 'OggS', 'ftyp']
/** The last one: the container of old Office documents and of installers. */
const programs = ['%!PS', '{\\rtf', '\x7fELF', '\xca\xfe\xba\xbe', '\xd0\xcf\x11\xe0']
const formats = [...archives, ...media, ...programs]

/** True if `%PDF-` comes within the first bytes, with nothing before it that another program reads as its own. */
function startsAsPdf(text: string): boolean {
  const at = text.indexOf('%PDF-')
  const before = text.slice(0, Math.max(0, at))
  const isForeign =
    markup.test(before) ||
    scripts.some((start) => before.startsWith(start)) ||
    formats.some((header) => before.includes(header))
  return at >= 0 && !isForeign
}

function pictureType(head: Buffer, text: string): FileType | null {
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return png
  if (startsWith(head, 0xff, 0xd8, 0xff)) return jpeg
  return text.startsWith('RIFF') && text.startsWith('WEBPVP8', 8) ? webp : null
}

/**
 * Detects the type of a file by its bytes, never by the type that the browser sends: PDF, images that every browser
 * shows, and office documents without macros. Returns null for other types (SVG, HTML, programs, …) and for a PDF or an
 * image that is another file too. An image must still be decoded.
 */
export async function detectFileType(read: ReadBytes, size: number): Promise<FileType | null> {
  const head = await read(0, headLength)
  const text = head.toString('latin1')
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return await detectZipType(read, size)
  const picture = pictureType(head, text)
  if (picture !== null && text.includes('%PDF-')) return null
  const type = picture ?? (startsAsPdf(text) ? pdf : null)
  return type !== null && (await endsAsZip(read, size)) ? null : type
}

/** True if bytes in memory are a PDF and nothing else. */
export async function isPdf(bytes: Buffer): Promise<boolean> {
  const type = await detectFileType(async (start, length) => bytes.subarray(start, start + length), bytes.length)
  return type === pdf
}
