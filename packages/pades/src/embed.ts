import { PadesError } from './errors.ts'
import type { Prepared } from './prepare.ts'

/**
 * The bytes to append to the original to sign it, for callers that store revisions or write to a file. Throws
 * `placeholder_too_small` when the CMS does not fit, with both sizes in its detail.
 */
export function embedTail(prepared: Prepared, cms: Uint8Array): Uint8Array {
  const { contentsSize, contentsOffset } = prepared
  if (cms.length > contentsSize) {
    throw new PadesError('placeholder_too_small', { reserved: contentsSize, needed: cms.length })
  }
  const tail = Buffer.from(prepared.tail)
  writeContents(tail, contentsOffset, cms)
  return tail
}

/**
 * The signed file: `pdf` byte for byte, then the revision with the CMS in its `/Contents`. This is the only copy made
 * of the original. Throws `placeholder_too_small`, or `signature_mismatch` when `pdf` is not the file that was prepared.
 */
export function embed(pdf: Uint8Array, prepared: Prepared, cms: Uint8Array): Uint8Array {
  if (pdf.length !== prepared.prefixLength) {
    throw new PadesError('signature_mismatch', { expected: prepared.prefixLength, length: pdf.length })
  }
  if (cms.length > prepared.contentsSize) {
    throw new PadesError('placeholder_too_small', { reserved: prepared.contentsSize, needed: cms.length })
  }
  const out = Buffer.allocUnsafeSlow(pdf.length + prepared.tail.length)
  out.set(pdf)
  out.set(prepared.tail, pdf.length)
  writeContents(out, pdf.length + prepared.contentsOffset, cms)
  return out
}

/** The rest of the reserved digits stay zero (ISO 32000-2 §12.8.1: padding is ignored). */
function writeContents(target: Buffer, offset: number, cms: Uint8Array): void {
  target.write(Buffer.from(cms.buffer, cms.byteOffset, cms.length).toString('hex'), offset, 'latin1')
}
