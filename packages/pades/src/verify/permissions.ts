import type { PdfFile } from '../pdf/file.ts'
import { integerOf, nameOf, PdfArray, type PdfDict, textOf } from '../pdf/objects.ts'

/** What a signature itself lets others change later. */
export type Permissions = {
  /** DocMDP (ISO 32000-2 §12.8.2.2): 1 nothing, 2 filling forms and signing, 3 also annotations; null: no restriction. */
  docMdp: 1 | 2 | 3 | null
  certifies: boolean
  /** FieldMDP and /Lock (§12.8.2.4, §12.7.5.5): whether the signature froze a field. */
  isLocked(fieldName: string): boolean
}

type Lock = { action: string | null; fields: string[] }

function readLock(file: PdfFile, dict: PdfDict): Lock {
  const names = file.resolve(dict.get('Fields'))
  const fields = names instanceof PdfArray ? names.items.map((item) => textOf(file.resolve(item)) ?? '') : []
  return { action: nameOf(file.resolve(dict.get('Action'))), fields }
}

/** A named field stands for everything below it (§12.8.2.4, table 259). */
function locks({ action, fields }: Lock, name: string): boolean {
  const named = fields.some((field) => field !== '' && (name === field || name.startsWith(`${field}.`)))
  if (action === 'All') return true
  if (action === 'Include') return named
  if (action === 'Exclude') return !named
  // an action that we do not know must not unlock anything
  return true
}

const level = (value: number | null, fallback: 1 | 2 | 3): 1 | 2 | 3 =>
  value === 1 || value === 2 || value === 3 ? value : fallback

/** Reads the transforms of a signature dictionary and the lock of its field, as they stood when it was signed. */
export function readPermissions(file: PdfFile, signature: PdfDict, field: PdfDict): Permissions {
  const references = file.resolve(signature.get('Reference'))
  const found: Lock[] = []
  let docMdp: Permissions['docMdp'] = null
  let certifies = false
  for (const item of references instanceof PdfArray ? references.items : []) {
    const reference = file.dict(item)
    const parameters = file.dict(reference?.get('TransformParams') ?? null)
    const method = nameOf(file.resolve(reference?.get('TransformMethod') ?? null))
    if (method === 'DocMDP') {
      certifies = true
      docMdp = level(integerOf(file.resolve(parameters?.get('P') ?? null)), 2)
    }
    if (method === 'FieldMDP' && parameters) found.push(readLock(file, parameters))
  }
  const lock = file.dict(field.get('Lock'))
  if (lock) {
    found.push(readLock(file, lock))
    const p = integerOf(file.resolve(lock.get('P')))
    if (p !== null) docMdp = Math.min(level(p, 1), docMdp ?? 3) as 1 | 2 | 3
  }
  return { docMdp, certifies, isLocked: (name) => found.some((entry) => locks(entry, name)) }
}
