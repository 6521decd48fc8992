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

/** Later changes that a signature permits. */
export type Permissions = {
  /** DocMDP (ISO 32000-2 §12.8.2.2): 1 nothing, 2 filling forms and signing, 3 also annotations; null: no restriction. */
  docMdp: Level | null
  certifies: boolean
  /** FieldMDP and /Lock (§12.8.2.4, §12.7.5.5): true if the signature locked a field. */
  isLocked(fieldName: string): boolean
}

/** /Action and /Fields of a lock (tables 236 and 259). */
export type Lock = { action: string | null; fields: string[] }

export function readLock(file: PdfFile, dict: PdfDict): Lock {
  const names = file.resolve(dict.get('Fields'))
  const fields = names instanceof PdfArray ? names.items.map((item) => textOf(file.resolve(item)) ?? '') : []
  return { action: nameOf(file.resolve(dict.get('Action'))), fields }
}

/** A name includes all fields below it (§12.8.2.4, table 259). */
export function locks({ action, fields }: Lock, name: string): boolean {
  const named = fields.some((field) => field !== '' && (name === field || name.startsWith(`${field}.`)))
  if (action === 'Include') return named
  if (action === 'Exclude') return !named
  // 'All'; an unknown action must not unlock anything
  return true
}

/** The value of a /P: absent uses the default of its place, unknown counts as the strictest. */
function levelOf(file: PdfFile, value: PdfValue, absent: Level): Level {
  const given = file.resolve(value)
  if (given === null) return absent
  const level = integerOf(given)
  return level === 2 || level === 3 ? level : 1
}

/** True if the catalog names this signature as the certification (§12.8.6). */
function isNamedByCatalog(file: PdfFile, signature: PdfDict): boolean {
  const named = file.dict(file.dict(file.catalog.get('Perms'))?.get('DocMDP') ?? null)
  return named !== null && named.source === signature.source && named.start === signature.start
}

/**
 * Reads the transforms of a signature dictionary (§12.8.2), the catalog's entry for it and the lock of its field; the
 * strictest counts. Verification reads the signed revision, signing the newest one: for an intact signature both agree.
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
    // a lock that freezes the document states it with the /P of table 236; it is no certification
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
 * An existing signature, and the name of its field; the catalog's one may be in no field. `end` is the length of its
 * signed revision.
 */
export type EarlierSignature = { by: string; permissions: Permissions; end: number }

/** End of the signed bytes: the sum of the last two numbers of the ByteRange; 0 when unreadable. */
function signedEnd(file: PdfFile, signature: PdfDict): number {
  const range = file.resolve(signature.get('ByteRange'))
  if (!(range instanceof PdfArray) || range.items.length !== 4) return 0
  const [start, length] = range.items.slice(2).map((item) => integerOf(file.resolve(item)) ?? -1)
  const end = start! + length!
  return start! > 0 && length! > 0 && end <= file.bytes.length ? end : 0
}

/** Every signature that a new one must respect. */
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

/** The planned signature: the place of its stamp, if any, and the pages that might show it. */
export type Intent = {
  fieldName: string
  isNew: boolean
  stamp: { box: Box; pages: Iterable<PdfPage> } | null
  /** True if the stamp is drawn on other pages too. */
  repeats: boolean
}

/** True if the signed revision had the field; a revision that cannot be reopened counts as without it. */
function coversField(file: PdfFile, { end }: EarlierSignature, fieldName: string): boolean {
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
 * True if the owner of an encrypted file clearly denied signing to users without a password: neither modifying nor
 * filling in is permitted. Table 22 mentions signature fields under bits 6 and 9, and leaves open whether signing a
 * document without a field counts as filling in or modifying; with any of the three bits set the owner expects the
 * document to be completed, and an appended signature changes nothing in it. Bit 9 only has a meaning from revision 3
 * on.
 */
function encryptionForbids({ encryption }: PdfFile): boolean {
  if (encryption === null) return false
  const { permissions, revision } = encryption
  const needed = revision >= 3 ? modifyBit | formBit | fillBit : modifyBit | formBit
  return (permissions & needed) === 0 && !encryption.isOwner()
}

/**
 * A dynamic XFA form (ISO 32000-1 §12.7.8) is drawn from its XML by the few programs that support it; its pages only
 * hold a "please wait" notice, which would be signed instead. Where the XML accompanies an equivalent form, the form is
 * signed, since PDF 2.0 has no XFA, and the XML is left unchanged: earlier signatures cover it.
 */
const isDynamicXfa = (file: PdfFile): boolean =>
  file.resolve(file.catalog.get('NeedsRendering')) === true &&
  file.resolve(file.dict(file.catalog.get('AcroForm'))?.get('XFA') ?? null) !== null

/**
 * Throws `pdf_forbids_signing` for anything that would break an earlier signature according to `verify`, and for what
 * the owner of an encrypted file forbids; the detail's `reason` is `xfa` or `encryption` (see above), `DocMDP` (no
 * signature is permitted), `visible` (with a certification, stamps are permitted only in fields that it covered, not in
 * later ones), `FieldMDP` (the field is locked) or `repeat` (the drawings on other pages would change signed content).
 */
export function assertMaySign(file: PdfFile, earlier: EarlierSignature[], intent: Intent): void {
  const { fieldName, isNew, stamp } = intent
  if (isDynamicXfa(file)) throw new PadesError('pdf_forbids_signing', { reason: 'xfa' })
  if (encryptionForbids(file)) throw new PadesError('pdf_forbids_signing', { reason: 'encryption' })
  for (const signature of earlier) {
    const { by, permissions } = signature
    if (permissions.docMdp === 1) throw new PadesError('pdf_forbids_signing', { reason: 'DocMDP', by })
    if (permissions.isLocked(fieldName)) throw new PadesError('pdf_forbids_signing', { reason: 'FieldMDP', by })
    if (stamp && permissions.docMdp !== null && (isNew || !coversField(file, signature, fieldName))) {
      throw new PadesError('pdf_forbids_signing', { reason: 'visible', by })
    }
  }
  if (!stamp || earlier.length === 0) return
  if (intent.repeats) throw new PadesError('pdf_forbids_signing', { reason: 'repeat', by: earlier[0]!.by })
}
