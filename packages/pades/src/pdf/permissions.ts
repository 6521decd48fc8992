import type { Box } from '@foja/pdf-core/geometry'
import { PadesError } from '../errors.ts'
import { fieldsOf } from './fields.ts'
import type { PdfField } from './fields.ts'
import { readPdf } from './file.ts'
import type { PdfFile } from './file.ts'
import { PdfArray, integerOf, nameOf, textOf } from './objects.ts'
import type { PdfDict, PdfValue } from './objects.ts'
import type { PdfPage } from './pages.ts'

type Level = 1 | 2 | 3

/** What a signature itself lets others change later. */
export type Permissions = {
  /** DocMDP (ISO 32000-2 §12.8.2.2): 1 nothing, 2 filling forms and signing, 3 also annotations; null: no restriction. */
  docMdp: Level | null
  certifies: boolean
  /** FieldMDP and /Lock (§12.8.2.4, §12.7.5.5): whether the signature froze a field. */
  isLocked(fieldName: string): boolean
}

/** /Action and /Fields of a lock (tables 236 and 259). */
export type Lock = { action: string | null; fields: string[] }

export function readLock(file: PdfFile, dict: PdfDict): Lock {
  const names = file.resolve(dict.get('Fields'))
  const fields = names instanceof PdfArray ? names.items.map((item) => textOf(file.resolve(item)) ?? '') : []
  return { action: nameOf(file.resolve(dict.get('Action'))), fields }
}

/** A named field stands for everything below it (§12.8.2.4, table 259). */
export function locks({ action, fields }: Lock, name: string): boolean {
  const named = fields.some((field) => field !== '' && (name === field || name.startsWith(`${field}.`)))
  if (action === 'Include') return named
  if (action === 'Exclude') return !named
  // 'All'; and an action that we do not know must not unlock anything
  return true
}

/** The value of a /P: what is absent has the default of its place, what is unknown is read as the strictest. */
function levelOf(file: PdfFile, value: PdfValue, absent: Level): Level {
  const given = file.resolve(value)
  if (given === null) return absent
  const level = integerOf(given)
  return level === 2 || level === 3 ? level : 1
}

/** Whether the catalog names this very signature as the certification (§12.8.6). */
function isNamedByCatalog(file: PdfFile, signature: PdfDict): boolean {
  const named = file.dict(file.dict(file.catalog.get('Perms'))?.get('DocMDP') ?? null)
  return named !== null && named.source === signature.source && named.start === signature.start
}

/**
 * Reads the transforms of a signature dictionary (§12.8.2), the catalog's word on it and the lock of its field. Where
 * they disagree the strictest counts. Verifying reads the signed revision, signing the newest: of a signature that is
 * intact both say the same.
 */
export function readPermissions(file: PdfFile, signature: PdfDict, field: PdfDict | null): Permissions {
  const references = file.resolve(signature.get('Reference'))
  const found: Lock[] = []
  const levels: Level[] = []
  const locked: Level[] = []
  for (const item of references instanceof PdfArray ? references.items : []) {
    const reference = file.dict(item)
    const parameters = file.dict(reference?.get('TransformParams') ?? null)
    const method = nameOf(file.resolve(reference?.get('TransformMethod') ?? null))
    if (method === 'DocMDP') levels.push(levelOf(file, parameters?.get('P') ?? null, 2))
    if (method !== 'FieldMDP' || !parameters) continue
    found.push(readLock(file, parameters))
    // a lock that freezes the document says so with the /P of table 236; it is no certification
    if (parameters.get('P') !== null) locked.push(levelOf(file, parameters.get('P'), 1))
  }
  if (levels.length === 0 && isNamedByCatalog(file, signature)) levels.push(2)
  const certifies = levels.length > 0
  levels.push(...locked)
  const lock = file.dict(field?.get('Lock') ?? null)
  if (lock) {
    found.push(readLock(file, lock))
    if (lock.get('P') !== null) levels.push(levelOf(file, lock.get('P'), 1))
  }
  const docMdp = levels.length > 0 ? (Math.min(...levels) as Level) : null
  return { docMdp, certifies, isLocked: (name) => found.some((entry) => locks(entry, name)) }
}

/**
 * A signature that the file holds already, and the name of its field; the catalog's one may stand in no field. `end`
 * is the length of the revision that it signed.
 */
export type EarlierSignature = { by: string; permissions: Permissions; end: number }

/** Where the bytes that a signature covers end: the sum of the last two numbers of its ByteRange; 0 when unreadable. */
function signedEnd(file: PdfFile, signature: PdfDict): number {
  const range = file.resolve(signature.get('ByteRange'))
  if (!(range instanceof PdfArray) || range.items.length !== 4) return 0
  const [start, length] = range.items.slice(2).map((item) => integerOf(file.resolve(item)) ?? -1)
  const end = start! + length!
  return start! > 0 && length! > 0 && end <= file.bytes.length ? end : 0
}

/** Every signature that a new one has to respect. */
export function earlierSignatures(file: PdfFile, fields: PdfField[]): EarlierSignature[] {
  const found = fields.flatMap((field) => {
    const signature = field.type === 'Sig' ? file.dict(field.value) : null
    if (!signature) return []
    const permissions = readPermissions(file, signature, field.dict)
    return [{ by: field.name, permissions, end: signedEnd(file, signature) }]
  })
  const named = file.dict(file.dict(file.catalog.get('Perms'))?.get('DocMDP') ?? null)
  if (!named) return found
  return [...found, { by: '', permissions: readPermissions(file, named, null), end: signedEnd(file, named) }]
}

/** What is about to be signed: where its stamp is drawn, if it is, and on which pages that might be. */
export type Intent = {
  fieldName: string
  isNew: boolean
  stamp: { box: Box; pages: Iterable<PdfPage> } | null
  /** Whether the stamp is drawn on other pages too. */
  repeats: boolean
}

/** Whether a signature was made over a revision that had the field; what cannot be reopened had none. */
function knewField(file: PdfFile, { end }: EarlierSignature, fieldName: string): boolean {
  if (end === 0) return false
  try {
    return fieldsOf(readPdf(file.bytes.subarray(0, end))).some(({ name }) => name === fieldName)
  } catch (error) {
    if (error instanceof PadesError) return false
    throw error
  }
}

/** Bits 4 (modify), 6 (annotate, fill, create fields) and 9 (fill, "including signature fields") of /P (table 22). */
const [modifyBit, formBit, fillBit] = [1 << 3, 1 << 5, 1 << 8]

/**
 * Whether the owner of an encrypted file clearly withheld signing from whoever opens it without a password: neither
 * changing nor filling in is permitted. Table 22 names signature fields under bits 6 and 9, and does not say whether
 * signing a document that has no field yet is filling it in or modifying it; with any of the three bits set the owner
 * expects the document to be completed, and an appended signature changes nothing of what is there. Bit 9 means something
 * only from revision 3 on.
 */
function encryptionForbids({ encryption }: PdfFile): boolean {
  if (encryption === null) return false
  const { permissions, revision } = encryption
  const needed = revision >= 3 ? modifyBit | formBit | fillBit : modifyBit | formBit
  return (permissions & needed) === 0 && !encryption.isOwner()
}

/**
 * A dynamic XFA form (ISO 32000-1 §12.7.8) is drawn from its XML by the few programs that can; its pages hold a notice to
 * wait, and a signature would be put on that. Where the XML stands beside a form that shows the same, the form is what
 * is signed, since PDF 2.0 knows no XFA, and the XML is left alone: earlier signatures cover it.
 */
const isDynamicXfa = (file: PdfFile): boolean =>
  file.resolve(file.catalog.get('NeedsRendering')) === true &&
  file.resolve(file.dict(file.catalog.get('AcroForm'))?.get('XFA') ?? null) !== null

/**
 * Throws `pdf_forbids_signing` for whatever would break an earlier signature in the eyes of `verify`, and for what the
 * owner of an encrypted file forbids; its detail's `reason` is `xfa` or `encryption` (see above), `DocMDP` (nothing
 * may be signed), `visible` (a certification bears a stamp only in a field that it knew: neither in a new one nor in one that
 * was added later), `FieldMDP` (the field is locked) or `repeat` (what is drawn
 * on other pages would change what was signed).
 */
export function assertMaySign(file: PdfFile, earlier: EarlierSignature[], intent: Intent): void {
  const { fieldName, isNew, stamp } = intent
  if (isDynamicXfa(file)) throw new PadesError('pdf_forbids_signing', { reason: 'xfa' })
  if (encryptionForbids(file)) throw new PadesError('pdf_forbids_signing', { reason: 'encryption' })
  for (const signature of earlier) {
    const { by, permissions } = signature
    if (permissions.docMdp === 1) throw new PadesError('pdf_forbids_signing', { reason: 'DocMDP', by })
    if (permissions.isLocked(fieldName)) throw new PadesError('pdf_forbids_signing', { reason: 'FieldMDP', by })
    if (stamp && permissions.docMdp !== null && (isNew || !knewField(file, signature, fieldName))) {
      throw new PadesError('pdf_forbids_signing', { reason: 'visible', by })
    }
  }
  if (!stamp || earlier.length === 0) return
  if (intent.repeats) throw new PadesError('pdf_forbids_signing', { reason: 'repeat', by: earlier[0]!.by })
}
