import { detectZipType, type FileType, type ReadBytes } from './zip-type.ts'

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
 * Detects the type of a file by its bytes, never by the type that the browser sends: PDF, images that every browser
 * shows, and office documents without macros. Returns null for other types (SVG, HTML, programs, …).
 */
export async function detectFileType(read: ReadBytes, size: number): Promise<FileType | null> {
  const head = await read(0, headLength)
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return png
  if (startsWith(head, 0xff, 0xd8, 0xff)) return jpeg
  const text = head.toString('latin1')
  if (text.startsWith('RIFF') && text.startsWith('WEBPVP8', 8)) return webp
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return await detectZipType(read, size)
  return text.includes('%PDF-') ? pdf : null
}
