import type { PdfSource } from '@foja/pdf/renderer'
import { createReadStream } from 'node:fs'

/** Required parts of a signature dictionary (ISO 32000-2 §12.8.1); encryption leaves names unchanged (§7.6.2). */
const mark = /\/ByteRange|\/Type\s*\/Sig(?![A-Za-z])/
/** Longer than a mark, so that none is missed across two pieces. */
const overlap = 64

/** Searches the bytes of a file that cannot be verified for signs of a signature. */
export async function hasSignatureMark(source: PdfSource): Promise<boolean> {
  let rest = ''
  for await (const piece of 'path' in source ? createReadStream(source.path) : [source]) {
    const text = rest + Buffer.from(piece as Uint8Array).toString('latin1')
    if (mark.test(text)) return true
    rest = text.slice(-overlap)
  }
  return false
}
