export type FileType = { mime: string; extension: string }

const pdf: FileType = { mime: 'application/pdf', extension: 'pdf' }
const png: FileType = { mime: 'image/png', extension: 'png' }
const jpeg: FileType = { mime: 'image/jpeg', extension: 'jpg' }
const docx: FileType = {
  mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  extension: 'docx',
}

/** How many bytes of a file `detectFileType` wants to see. */
export const headLength = 1024

function startsWith(head: Uint8Array, ...bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte)
}

/**
 * The type of a file by its first bytes, never by what the browser says of it; null for what Foja does not take (SVG,
 * HTML, programs, …). A PDF's header may follow up to 1,024 bytes of something else (ISO 32000-2, Annex I, note 1). A
 * Word document is a ZIP whose first entry is one of the package's own parts (ECMA-376, part 2).
 */
export function detectFileType(head: Uint8Array): FileType | null {
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return png
  if (startsWith(head, 0xff, 0xd8, 0xff)) return jpeg
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, headLength)).toString('latin1')
  if (text.includes('%PDF-')) return pdf
  const firstEntry = text.slice(30, 30 + 64)
  if (
    startsWith(head, 0x50, 0x4b, 0x03, 0x04) &&
    /^(\[Content_Types\]\.xml|_rels\/|word\/|docProps\/)/.test(firstEntry)
  ) {
    return docx
  }
  return null
}
