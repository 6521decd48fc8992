import { PadesError } from '../errors.ts'
import type { PdfField } from './fields.ts'
import type { PdfFile } from './file.ts'
import type { PdfDict } from './objects.ts'
import { locks, readLock } from './permissions.ts'
import { follow } from './revision-writer.ts'
import { rawValue, reference, text } from './writer.ts'

/**
 * Fields locked by a signature: all, only these, or all but these (ISO 32000-2 §12.8.2.4, table 259). A name includes
 * all fields below it. Later fields count too: 'All' and 'Exclude' prevent another signature in a new field.
 */
export type FieldLock = { action: 'All' } | { action: 'Include' | 'Exclude'; fields: readonly string[] }

/** /Action and /Fields, shared by a lock and its transform parameters (tables 236 and 259). */
export function lockEntries(lock: FieldLock): string {
  if (lock.action === 'All') return '/Action /All'
  return `/Action /${lock.action} /Fields [ ${lock.fields.map(text).join(' ')} ]`
}

/**
 * Checks a lock. Throws `field_not_found` with reason `lock` for a name without a field (or a list without names), and
 * `pdf_forbids_signing` with reason `lock` when the field's own /Lock covers less than requested: a signature locks
 * what its field says (§12.7.5.5).
 */
export function assertLockHolds(
  file: PdfFile,
  fields: readonly PdfField[],
  field: PdfField | null,
  fieldName: string,
  lock: FieldLock,
): void {
  const names = [...fields.map(({ name }) => name), fieldName]
  const listed = lock.action === 'All' ? [] : [...lock.fields]
  if (lock.action !== 'All' && listed.length === 0)
    throw new PadesError('field_not_found', { field: '', reason: 'lock' })
  const unknown = listed.find((name) => !names.some((known) => locks({ action: 'Include', fields: [name] }, known)))
  if (unknown !== undefined) throw new PadesError('field_not_found', { field: unknown, reason: 'lock' })
  const dict = file.dict(field?.dict.get('Lock') ?? null)
  if (!dict) return
  const own = readLock(file, dict)
  const leavesOpen = names.some((name) => locks({ action: lock.action, fields: listed }, name) && !locks(own, name))
  if (leavesOpen || (own.action === 'Include' && lock.action !== 'Include'))
    throw new PadesError('pdf_forbids_signing', { reason: 'lock' })
}

function entriesOfDict(dict: PdfDict): string {
  const fields = rawValue(dict, 'Fields')
  const level = rawValue(dict, 'P')
  return `/Action ${rawValue(dict, 'Action') ?? '/All'}${fields ? ` /Fields ${fields}` : ''}${level ? ` /P ${level}` : ''}`
}

/**
 * The FieldMDP of a signature (§12.8.2.4) as an item of /Reference; null without a lock. A field with a /Lock is signed
 * with the matching one (§12.7.5.5); a field whose seed values require a locked document (table 237, LockDocument),
 * with one that locks all fields and, by /P 1, the rest.
 */
export function fieldMdp(
  file: PdfFile,
  field: PdfField | null,
  { lock, lockDocument }: { lock?: FieldLock; lockDocument?: boolean },
): string | null {
  const own = file.dict(field?.dict.get('Lock') ?? null)
  if (!own && !lock && !lockDocument) return null
  const entries = lockDocument ? '/Action /All /P 1' : own ? entriesOfDict(own) : lockEntries(lock!)
  const parameters = `<< /Type /TransformParams /V /1.2 ${entries} >>`
  const root = follow(file, file.trailer.get('Root')).ref ?? file.damaged('catalog is not an indirect object')
  const data = reference(root.number, root.generation)
  return `<< /Type /SigRef /TransformMethod /FieldMDP /TransformParams ${parameters} /Data ${data} >>`
}
