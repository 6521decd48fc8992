import { createHash } from 'node:crypto'
import { placementOf, place } from './appearance/geometry.ts'
import type { Placement, Rectangle } from './appearance/geometry.ts'
import { writeStamp } from './appearance/stamp.ts'
import type { Appearance } from './appearance/stamp.ts'
import type { StampFacts } from './appearance/stamp-text.ts'
import type { SigningHash } from './cms/oids.ts'
import { PadesError } from './errors.ts'
import { fieldsOf } from './pdf/fields.ts'
import type { PdfField } from './pdf/fields.ts'
import { readPdf } from './pdf/file.ts'
import type { PdfFile } from './pdf/file.ts'
import { PdfRef } from './pdf/objects.ts'
import { boxOf, findPage, geometryOf, pagesOf } from './pdf/pages.ts'
import type { PdfPage } from './pdf/pages.ts'
import { assertMaySign, earlierSignatures } from './pdf/permissions.ts'
import type { EarlierSignature, Intent } from './pdf/permissions.ts'
import { RevisionWriter, follow } from './pdf/revision-writer.ts'
import { addField, emptyField, fillField, freeFieldName, pageOfWidget } from './pdf/signature-field.ts'
import { date, rawValue, reference, text } from './pdf/writer.ts'

export type { Appearance, Background } from './appearance/stamp.ts'
export type { Rectangle } from './appearance/geometry.ts'

export type PrepareOptions = {
  /** The time claimed in `/M` and shown in the stamp. */
  signingTime: Date
  /** Offset in which that time is written, in minutes east of UTC; default 0. */
  utcOffsetMinutes?: number
  /** Written to `/Name` and shown in the stamp. */
  signerName: string
  /** Bytes reserved for the CMS; see `reservedSize` in sign.ts. */
  contentsSize: number
  /** Default sha256. */
  hash?: SigningHash
  /** An existing empty signature field, or the name of a new one; default "Signature1", "Signature2", … */
  fieldName?: string
  /** Where the stamp goes; ignored for an existing field, which keeps its own place. Without it: invisible. */
  rectangle?: Rectangle
  /** Default `{ kind: 'qr' }` when there is a rectangle. */
  appearance?: Appearance
  reason?: string
  location?: string
  contactInfo?: string
  /** Language of the stamp; default 'es'. */
  language?: 'es' | 'en'
  /** Certifies the document (DocMDP) with this permission; only for the first signature. */
  certify?: 1 | 2 | 3
}

/**
 * A signature waiting for its CMS: small and serialisable, so that the key can be anywhere. The signed file is the
 * original, unchanged, followed by `tail`.
 */
export type Prepared = {
  fieldName: string
  /** Length of the original file in bytes. */
  prefixLength: number
  /** The bytes to append, `/Contents` filled with zeros. */
  tail: Uint8Array
  /** Offset in `tail` of the first hexadecimal digit of `/Contents`. */
  contentsOffset: number
  /** Bytes reserved for the CMS (two digits each). */
  contentsSize: number
  /** As written: `[0, a, b, c]`, offsets in the whole file. */
  byteRange: [number, number, number, number]
  hash: SigningHash
  /** Digest by `hash` of what the ByteRange covers. */
  digest: Uint8Array
}

/** Three numbers of ten digits, the limit of a cross-reference table (ISO 32000-2 §7.5.4). */
const byteRangeWidth = '0 '.length + 3 * 11
const maxContentsSize = 1024 * 1024

/**
 * Appends a revision with an empty signature (ISO 32000-2 §12.8.1, ETSI EN 319 142-1 §6.3) and computes the digest
 * that the CMS must carry. Nothing of `pdf` is changed or copied.
 * Errors: those of `readPdf`, `pdf_forbids_signing` (see `assertMaySign`), `page_not_found`, `rectangle_outside_page`, `field_not_found`,
 * `field_already_signed`, `text_not_encodable`, `image_unsupported`, `placeholder_too_small` (contentsSize below 1).
 */
export function prepare(pdf: Uint8Array, options: PrepareOptions): Prepared {
  const { contentsSize } = options
  if (!Number.isSafeInteger(contentsSize) || contentsSize < 1 || contentsSize > maxContentsSize) {
    throw new PadesError('placeholder_too_small', { reserved: contentsSize })
  }
  const file = readPdf(pdf)
  const fields = fieldsOf(file)
  const fieldName = options.fieldName ?? freeFieldName(fields)
  const existing = emptyField(fields, fieldName)
  const earlier = earlierSignatures(file, fields)
  const target = existing ? existingTarget(file, existing, options) : newTarget(file, options)
  assertMaySign(file, earlier, { fieldName, isNew: !existing, stamp: target.stamp })
  const writer = new RevisionWriter(file)
  const signature = writer.allocate()
  const drawing = stampAt(writer, target.placement, options)
  if (existing) fillField(writer, existing, signature, drawing)
  else addNew(writer, fieldName, signature, target, drawing, options)
  const body = signatureDictionary(writer, signature, existing, earlier, options)
  writer.add(body.text, signature)
  const { tail, offsets } = writer.finish()
  const bodyAt = offsets.get(signature)! - pdf.length + `${signature} 0 obj\n`.length
  return seal(pdf, tail, bodyAt + body.byteRangeAt, bodyAt + body.contentsAt, fieldName, options)
}

function factsOf(options: PrepareOptions): StampFacts {
  const { signerName, signingTime, utcOffsetMinutes = 0, language = 'es', reason, location } = options
  return { signerName, signingTime, utcOffsetMinutes, language, reason, location }
}

function stampAt(writer: RevisionWriter, placement: Placement | null, options: PrepareOptions): number | null {
  const look = options.appearance ?? { kind: 'qr' }
  if (placement === null || look.kind === 'invisible') return null
  return writeStamp(writer, look, factsOf(options), placement)
}

/** Where the signature's field is drawn; the stamp is what `assertMaySign` judges, null when nothing will be drawn. */
type Target = { placement: Placement | null; stamp: Intent['stamp'] }

const isDrawn = (options: PrepareOptions): boolean => options.appearance?.kind !== 'invisible'

function newTarget(file: PdfFile, options: PrepareOptions): Target {
  const page = findPage(file, options.rectangle?.page ?? 1)
  const placement = options.rectangle && isDrawn(options) ? place(options.rectangle, geometryOf(file, page)) : null
  return { placement, stamp: placement && { box: placement.rect, pages: [page] } }
}

function existingTarget(file: PdfFile, field: PdfField, options: PrepareOptions): Target {
  const widget = field.widgets[0]!
  const rect = boxOf(file, widget.dict.get('Rect'))
  const page = rect && rect.x1 > rect.x0 && rect.y1 > rect.y0 ? pageOfWidget(file, widget) : null
  if (!page || !rect) return { placement: null, stamp: null }
  // a widget that does not name its page may be listed by any
  const named = widget.dict.get('P')
  const pages = named instanceof PdfRef && named.number === page.ref.number ? [page] : pagesOf(file)
  return {
    placement: placementOf(rect, geometryOf(file, page)),
    stamp: isDrawn(options) ? { box: rect, pages } : null,
  }
}

function addNew(
  writer: RevisionWriter,
  name: string,
  signature: number,
  { placement }: Target,
  stamp: number | null,
  options: PrepareOptions,
): void {
  const page: PdfPage = findPage(writer.file, options.rectangle?.page ?? 1)
  const label = `${options.language === 'en' ? 'Signature of' : 'Firma de'} ${options.signerName}`
  addField(writer, { name, label, page, rect: placement?.rect ?? null, signature, stamp })
}

/** The signature dictionary (table 255), and where its two late values begin inside the text. */
function signatureDictionary(
  writer: RevisionWriter,
  self: number,
  field: PdfField | null,
  earlier: EarlierSignature[],
  options: PrepareOptions,
): { text: string; byteRangeAt: number; contentsAt: number } {
  const head = '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached\n/ByteRange ['
  const middle = `${' '.repeat(byteRangeWidth)}]\n/Contents <`
  const { signingTime, utcOffsetMinutes = 0, signerName, reason, location, contactInfo } = options
  const entries = [`/M ${date(signingTime, utcOffsetMinutes)}`, `/Name ${text(signerName)}`]
  if (reason) entries.push(`/Reason ${text(reason)}`)
  if (location) entries.push(`/Location ${text(location)}`)
  if (contactInfo) entries.push(`/ContactInfo ${text(contactInfo)}`)
  const references = [...fieldLock(writer, field), ...certification(writer, self, earlier, options)]
  if (references.length > 0) entries.push(`/Reference [ ${references.join(' ')} ]`)
  const digits = '0'.repeat(options.contentsSize * 2)
  return {
    text: `${head}${middle}${digits}>\n${entries.join('\n')} >>`,
    byteRangeAt: head.length,
    contentsAt: head.length + middle.length,
  }
}

/** A field with a `/Lock` must be signed with the matching FieldMDP (§12.7.5.5, §12.8.2.4). */
function fieldLock(writer: RevisionWriter, field: PdfField | null): string[] {
  const { file } = writer
  const lock = file.dict(field?.dict.get('Lock') ?? null)
  if (!lock) return []
  const listed = rawValue(lock, 'Fields')
  const parameters = `<< /Type /TransformParams /V /1.2 /Action ${rawValue(lock, 'Action') ?? '/All'}${listed ? ` /Fields ${listed}` : ''} >>`
  const root = follow(file, file.trailer.get('Root')).ref!
  return [
    `<< /Type /SigRef /TransformMethod /FieldMDP /TransformParams ${parameters} /Data ${reference(root.number, root.generation)} >>`,
  ]
}

/** DocMDP in the signature and in the catalog's `/Perms` (§12.8.2.2, §12.8.6); only a first signature may certify. */
function certification(
  writer: RevisionWriter,
  self: number,
  earlier: EarlierSignature[],
  options: PrepareOptions,
): string[] {
  if (options.certify === undefined) return []
  if (earlier.length > 0) throw new PadesError('pdf_forbids_signing', { reason: 'already signed' })
  writer.editCatalog('Perms', { DocMDP: reference(self) })
  return [
    `<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P ${options.certify} /V /1.2 >> >>`,
  ]
}

/** Writes the ByteRange, which is exact only now, and digests both parts without joining them. */
function seal(
  pdf: Uint8Array,
  tail: Buffer,
  byteRangeAt: number,
  contentsOffset: number,
  fieldName: string,
  options: PrepareOptions,
): Prepared {
  const { contentsSize, hash = 'sha256' } = options
  const gapStart = contentsOffset - 1
  const gapEnd = contentsOffset + contentsSize * 2 + 1
  const byteRange: Prepared['byteRange'] = [0, pdf.length + gapStart, pdf.length + gapEnd, tail.length - gapEnd]
  tail.write(byteRange.join(' '), byteRangeAt, 'latin1')
  const digest = createHash(hash).update(pdf).update(tail.subarray(0, gapStart)).update(tail.subarray(gapEnd)).digest()
  return { fieldName, prefixLength: pdf.length, tail, contentsOffset, contentsSize, byteRange, hash, digest }
}
