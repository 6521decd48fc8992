import type { PdfSource } from '@foja/pdf/renderer'
import { createReadStream } from 'node:fs'

/** What a signature dictionary cannot do without (ISO 32000-2 §12.8.1); encryption leaves names as they are (§7.6.2). */
const mark = /\/ByteRange|\/Type\s*\/Sig(?![A-Za-z])/
/** Longer than a mark, so that none is missed where two pieces of the file meet. */
const overlap = 64

/** Whether a file that cannot be judged seems to hold a signature: its bytes are searched, piece by piece. */
export async function hasSignatureMark(source: PdfSource): Promise<boolean> {
  let rest = ''
  for await (const piece of 'path' in source ? createReadStream(source.path) : [source]) {
    const text = rest + Buffer.from(piece as Uint8Array).toString('latin1')
    if (mark.test(text)) return true
    rest = text.slice(-overlap)
  }
  return false
}
