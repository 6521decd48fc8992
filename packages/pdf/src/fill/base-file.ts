import { PDF, PdfRef, PdfString, type PdfDict, type PdfObject } from '@libpdf/core'
import { PdfError } from '../errors.ts'
import { limitInflation } from './bounded-streams.ts'
import { dictOf, itemsOf, type Resolve } from './pdf-values.ts'

/** A parsed PDF: its objects by reference, and the data that a revision needs. */
export type BaseFile = {
  bytes: Uint8Array
  resolve: Resolve
  catalog: { ref: PdfRef; dict: PdfDict }
  info: PdfRef | null
  /** First half of the file identifier, or null. */
  id: Uint8Array | null
  /** The first unused object number. */
  nextNumber: number
  /** Offset of the last cross-reference section, and whether it is a stream (ISO 32000-2 §7.5.8). */
  crossReference: { at: number; isStream: boolean }
}

/** Maximum length of a chain of references. */
const maxHops = 16
/** The engine refuses higher object numbers. */
const maxObjects = 4_194_303

/**
 * Parses a file strictly: the engine repairs damaged ones.
 * @throws Error where the structure is damaged
 */
export async function readBase(original: Uint8Array, maxInflated: number): Promise<BaseFile> {
  const bytes = withoutPreamble(original)
  limitInflation(maxInflated)
  const pdf = await PDF.load(bytes, { lenient: false })
  const { trailer, catalog } = { trailer: pdf.context.info.trailer, catalog: pdf.context.catalog.getDict() }
  const root = trailer.getRef('Root')
  if (root === undefined) throw new Error('no catalog')
  const size = trailer.getNumber('Size')?.value ?? 0
  const nextNumber = Math.max(pdf.context.registry.nextObjectNumber, size)
  if (!(nextNumber < maxObjects - 100_000)) throw new Error('object numbers without end')
  const [first] = itemsOf((value) => value ?? null, trailer.get('ID'))
  const resolve = resolver((ref) => pdf.context.resolve(ref))
  const info = trailer.getRef('Info')
  return {
    bytes,
    resolve,
    catalog: { ref: root, dict: catalog },
    info: info !== undefined && dictOf(resolve, info) !== null ? info : null,
    id: first instanceof PdfString ? first.bytes : null,
    nextNumber,
    crossReference: lastCrossReference(bytes),
  }
}

/** Returns the same instance for each number, so that a changed object is the one written. */
function resolver(load: (ref: PdfRef) => PdfObject | null): Resolve {
  const known = new Map<string, PdfObject | null>()
  return (value) => {
    let object = value ?? null
    for (let hops = 0; object instanceof PdfRef; hops++) {
      if (hops === maxHops) return null
      const key = `${object.objectNumber} ${object.generation}`
      if (!known.has(key)) known.set(key, load(object))
      object = known.get(key) ?? null
    }
    return object?.type === 'null' ? null : object
  }
}

/** Offsets count from the header, which may follow other bytes (Annex I of ISO 32000-2). */
function withoutPreamble(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024 + 5)).indexOf('%PDF-')
  return start > 0 ? bytes.subarray(start) : bytes
}

function lastCrossReference(bytes: Uint8Array): BaseFile['crossReference'] {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset + Math.max(0, bytes.byteLength - 2048)).subarray(0, 2048)
  const text = tail.toString('latin1')
  const written = /startxref\s+(\d{1,12})(?!.*startxref)/s.exec(text)?.[1]
  const at = Number(written ?? Number.NaN)
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', at, at + 40)
  if (/^xref\s/.test(head)) return { at, isStream: false }
  if (/^\d+\s+\d+\s+obj\b/.test(head)) return { at, isStream: true }
  throw new Error('no cross-reference section at the given offset')
}

/**
 * Refuses files that must not be changed.
 * @throws PdfError pdf_xfa, pdf_signed
 */
export function refuseUnfillable({ resolve, catalog }: BaseFile): void {
  const form = dictOf(resolve, catalog.dict.get('AcroForm'))
  if (form !== null && resolve(form.get('XFA')) !== null)
    throw new PdfError('pdf_xfa', 'The form is an XFA form, which is not supported')
  const permissions = dictOf(resolve, catalog.dict.get('Perms'))
  if (permissions !== null && resolve(permissions.get('DocMDP')) !== null)
    throw new PdfError('pdf_signed', 'The file is certified by a signature')
}
