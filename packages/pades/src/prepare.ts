import { toVisible, visibleSize, type VisibleBox, type Box, type PageGeometry } from '@foja/pdf-core/geometry'
import { placementOf, place } from './appearance/geometry.ts'
import type { Placement } from './appearance/geometry.ts'
import { marginRectangle } from './appearance/margin.ts'
import { freeMarginSlot, hasOtherPages, repeatStamp } from './appearance/repeat.ts'
import type { Repeated } from './appearance/repeat.ts'
import { writeStamp } from './appearance/stamp.ts'
import type { Appearance } from './appearance/stamp.ts'
import type { StampFacts } from './appearance/stamp-text.ts'
import type { CommitmentType } from './cms/commitment.ts'
import type { SigningHash } from './cms/oids.ts'
import { PadesError } from './errors.ts'
import { assertLockHolds, fieldMdp } from './pdf/field-lock.ts'
import type { FieldLock } from './pdf/field-lock.ts'
import { fieldsOf } from './pdf/fields.ts'
import type { PdfField } from './pdf/fields.ts'
import { readPdf } from './pdf/file.ts'
import type { PdfFile } from './pdf/file.ts'
import { PdfRef } from './pdf/objects.ts'
import { boxOf, findPage, geometryOf, lastPage, pagesOf } from './pdf/pages.ts'
import type { PdfPage } from './pdf/pages.ts'
import { assertMaySign, earlierSignatures } from './pdf/permissions.ts'
import { assertStampFits } from './stamp-cover.ts'
import type { EarlierSignature, Intent } from './pdf/permissions.ts'
import { reserveContents, seal } from './pdf/reserved-contents.ts'
import type { Reserved, ReservedText } from './pdf/reserved-contents.ts'
import { RevisionWriter } from './pdf/revision-writer.ts'
import { applySeedValues } from './pdf/seed-values.ts'
import { addField, emptyField, fillField, freeFieldName, pageOfWidget } from './pdf/signature-field.ts'
import { date, reference, text } from './pdf/writer.ts'

export type { Appearance, Background } from './appearance/stamp.ts'
export type { Rectangle } from './appearance/geometry.ts'
export type { CommitmentType } from './cms/commitment.ts'
export type { FieldLock } from './pdf/field-lock.ts'

/** Place of a stamp: like a `Rectangle`, on a numbered page or on the last one. */
export type StampRectangle = VisibleBox & { page: number | 'last' }

/** Options of a signature. Lengths are points on the displayed page, from its upper left corner. */
export type PrepareOptions = {
  /** The time claimed in `/M` and shown in the stamp. */
  signingTime: Date
  /** UTC offset of that time, in minutes east; default 0. */
  utcOffsetMinutes?: number
  /** Written to `/Name` and shown in the stamp. */
  signerName: string
  /** Bytes reserved for the CMS; see `reservedSize` in sign.ts. */
  contentsSize: number
  /** Default sha256. */
  hash?: SigningHash
  /** The key supports no other digest: a field that requires one (/SV) is refused. */
  hashIsFixed?: boolean
  /** An existing empty signature field, or the name of a new one; default "Signature1", "Signature2", … */
  fieldName?: string
  /**
   * Place of the stamp; ignored for an existing field, which keeps its own. Without it the signature is invisible,
   * except with `{ kind: 'margin' }`, whose place is computed.
   */
  rectangle?: StampRectangle
  /** Default `{ kind: 'qr' }` with a rectangle. */
  appearance?: Appearance
  /** `every_page` draws the stamp on the other pages too; only for a first signature. Default 'once'. */
  repeat?: 'once' | 'every_page'
  /** Verification code of this document, and the URL that opens it (including the code). */
  verification?: { code: string; url: string }
  /** Shown in the stamp; written to /Reason too, unless there is a `commitmentType`. */
  reason?: string
  location?: string
  contactInfo?: string
  /** Description of a new field, for people; default «Firma de» and the name. */
  label?: string
  /**
   * The signer's commitment, as a signed attribute of the CMS. /Reason is then omitted from the signature dictionary,
   * as required by ETSI EN 319 142-1 §6.3, requirement (m).
   */
  commitmentType?: CommitmentType
  /** Language of the stamp; default 'es'. */
  language?: 'es' | 'en'
  /** Certifies the document (DocMDP) with this permission; only for the first signature. */
  certify?: 1 | 2 | 3
  /** Locks form fields (FieldMDP); a field with its own /Lock is signed with that one. */
  lock?: FieldLock
  /** True if a timestamp will be added to the signature, which some fields require (/SV); default false. */
  timestamped?: boolean
}

/** Completed by the field's own requirements. */
type Settled = PrepareOptions & { lockDocument?: boolean }

/**
 * A signature waiting for its CMS: small and serialisable, so that the key can be anywhere. The signed file is the
 * unchanged original followed by `tail`.
 */
export type Prepared = Reserved & { fieldName: string; commitmentType?: CommitmentType }

const maxContentsSize = 1024 * 1024

/**
 * Appends a revision with an empty signature (ISO 32000-2 §12.8.1, ETSI EN 319 142-1 §6.3) and computes the digest for
 * the CMS. `pdf` is neither changed nor copied. Errors: those of `readPdf`, `pdf_forbids_signing` (see `assertMaySign`,
 * `assertStampFits` and `assertLockHolds`), `page_not_found`, `rectangle_outside_page`, `field_not_found` (also for
 * `lock`), `field_already_signed`, `text_not_encodable`, `image_unsupported`, `placeholder_too_small` (contentsSize
 * below 1).
 */
export function prepare(pdf: Uint8Array, given: PrepareOptions): Prepared {
  const { contentsSize } = given
  if (!Number.isSafeInteger(contentsSize) || contentsSize < 1 || contentsSize > maxContentsSize) {
    throw new PadesError('placeholder_too_small', { reserved: contentsSize })
  }
  const file = readPdf(pdf)
  const fields = fieldsOf(file)
  const fieldName = given.fieldName ?? freeFieldName(fields)
  const existing = emptyField(fields, fieldName)
  if (given.lock) assertLockHolds(file, fields, existing, fieldName, given.lock)
  const earlier = earlierSignatures(file, fields)
  const options: Settled = applySeedValues(file, existing, given, earlier.length === 0)
  const target = existing ? existingTarget(file, existing, options) : newTarget(file, options)
  const intent = { fieldName, isNew: !existing, stamp: target.stamp, repeats: target.repeated !== null }
  assertMaySign(file, earlier, intent)
  assertStampFits(file, fields, earlier, intent, options.appearance ?? { kind: 'qr' })
  const writer = new RevisionWriter(file)
  const signature = writer.allocate()
  const drawing = stampAt(writer, target, options)
  if (existing) fillField(writer, existing, signature, drawing)
  else {
    const { lock } = options
    const field = { name: fieldName, label: labelOf(options), signature, stamp: drawing, lock }
    addField(writer, { ...field, ...target.widget! })
  }
  if (drawing !== null) repeat(writer, target, drawing, options)
  const body = signatureDictionary(writer, signature, existing, earlier, options)
  writer.add(body.text, signature)
  const { commitmentType } = options
  const sealed = seal(pdf, writer.finish(), signature, body, options)
  return { fieldName, ...sealed, ...(commitmentType && { commitmentType }) }
}

function factsOf(options: PrepareOptions): StampFacts {
  const { signerName, signingTime, utcOffsetMinutes = 0, language = 'es', reason, location, verification } = options
  return { signerName, signingTime, utcOffsetMinutes, language, reason, location, verification }
}

const labelOf = ({ label, language, signerName }: PrepareOptions): string =>
  label ?? `${language === 'en' ? 'Signature of' : 'Firma de'} ${signerName}`

function stampAt(
  writer: RevisionWriter,
  { placement }: Pick<Target, 'placement'>,
  options: PrepareOptions,
): number | null {
  const appearance = options.appearance ?? { kind: 'qr' }
  if (placement === null || appearance.kind === 'invisible') return null
  return writeStamp(writer, appearance, factsOf(options), placement)
}

/** Repeats the appearance on the other pages, if requested. */
function repeat(writer: RevisionWriter, target: Target, form: number, options: PrepareOptions): void {
  const { repeated, placement } = target
  if (!repeated || !placement) return
  repeatStamp(writer, repeated, { placement, form }, labelOf(options), (at) =>
    stampAt(writer, { placement: at }, options)!,
  )
}

/** Place of the signature's field; the stamp, checked by `assertMaySign`, is null when nothing is drawn. */
type Target = {
  /** Of a new field; an existing one has its own. */
  widget: { page: PdfPage; rect: Box | null } | null
  placement: Placement | null
  stamp: Intent['stamp']
  /** The appearance for other pages; null when none is needed. */
  repeated: Repeated | null
}

const isDrawn = (options: PrepareOptions): boolean => options.appearance?.kind !== 'invisible'

const wantsRepeat = (file: PdfFile, on: PdfPage, options: PrepareOptions): boolean =>
  options.repeat === 'every_page' && isDrawn(options) && hasOtherPages(file, on)

function newTarget(file: PdfFile, options: PrepareOptions): Target {
  const { rectangle, appearance } = options
  const margin = appearance?.kind === 'margin' ? appearance : null
  const named = rectangle?.page ?? margin?.page ?? 1
  const page = named === 'last' ? lastPage(file) : findPage(file, named)
  const geometry = geometryOf(file, page)
  const code = options.verification !== undefined
  const slot = margin && !rectangle ? freeMarginSlot(file, page, code) : 0
  const box = rectangle ?? (margin ? marginBox(geometry, code, slot) : null)
  const placement = box && isDrawn(options) ? place(box, geometry) : null
  const repeated: Repeated | null = rectangle
    ? { on: page, kind: 'box', box: rectangle }
    : { on: page, kind: 'margin', slot, code }
  return {
    widget: { page, rect: placement?.rect ?? null },
    placement,
    stamp: placement && { box: placement.rect, pages: [page] },
    repeated: placement && wantsRepeat(file, page, options) ? repeated : null,
  }
}

function marginBox(geometry: PageGeometry, code: boolean, slot: number): VisibleBox {
  const { width, height } = visibleSize(geometry)
  return marginRectangle(width, height, { code, slot })
}

function existingTarget(file: PdfFile, field: PdfField, options: PrepareOptions): Target {
  const widget = field.widgets[0]!
  const rect = boxOf(file, widget.dict.get('Rect'))
  const page = rect && rect.x1 > rect.x0 && rect.y1 > rect.y0 ? pageOfWidget(file, widget) : null
  if (!page || !rect) return { widget: null, placement: null, stamp: null, repeated: null }
  // a widget that does not name its page may be listed by any
  const named = widget.dict.get('P')
  const pages = named instanceof PdfRef && named.number === page.ref.number ? [page] : pagesOf(file)
  const geometry = geometryOf(file, page)
  return {
    widget: null,
    placement: placementOf(rect, geometry),
    stamp: isDrawn(options) ? { box: rect, pages } : null,
    repeated: wantsRepeat(file, page, options) ? { on: page, kind: 'box', box: toVisible(rect, geometry) } : null,
  }
}

/** The signature dictionary (table 255). */
function signatureDictionary(
  writer: RevisionWriter,
  self: number,
  field: PdfField | null,
  earlier: EarlierSignature[],
  options: Settled,
): ReservedText {
  const { signingTime, utcOffsetMinutes = 0, signerName, reason, location, contactInfo } = options
  const entries = [`/M ${date(signingTime, utcOffsetMinutes)}`, `/Name ${text(signerName)}`]
  if (reason && !options.commitmentType) entries.push(`/Reason ${text(reason)}`)
  if (location) entries.push(`/Location ${text(location)}`)
  if (contactInfo) entries.push(`/ContactInfo ${text(contactInfo)}`)
  const lock = fieldMdp(writer.file, field, options)
  const references = [...(lock ? [lock] : []), ...certification(writer, self, earlier, options)]
  if (references.length > 0) entries.push(`/Reference [ ${references.join(' ')} ]`)
  const kind = '/Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached'
  return reserveContents(kind, options.contentsSize, entries.join('\n'))
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
