import { PadesError } from '../errors.ts'
import { fieldsOf } from './fields.ts'
import type { PdfField } from './fields.ts'
import type { PdfFile } from './file.ts'
import { PdfArray, integerOf, nameOf, textOf } from './objects.ts'
import type { PdfDict } from './objects.ts'

/** The transform dictionaries of a signature's `/Reference` (ISO 32000-2 §12.8.2) with the given method. */
function transformsOf(file: PdfFile, signature: PdfDict, method: 'DocMDP' | 'FieldMDP'): PdfDict[] {
  const references = file.resolve(signature.get('Reference'))
  if (!(references instanceof PdfArray)) return []
  return references.items.flatMap((item) => {
    const reference = file.dict(item)
    if (!reference || nameOf(file.resolve(reference.get('TransformMethod'))) !== method) return []
    const parameters = file.dict(reference.get('TransformParams'))
    return parameters ? [parameters] : []
  })
}

/** What the author's certification permits (§12.8.2.2, table 257): 1 nothing, 2 forms, 3 annotations; null when absent. */
export function certificationLevel(file: PdfFile): 1 | 2 | 3 | null {
  const signature = file.dict(file.dict(file.catalog.get('Perms'))?.get('DocMDP') ?? null)
  if (!signature) return null
  const [parameters] = transformsOf(file, signature, 'DocMDP')
  const level = parameters ? integerOf(file.resolve(parameters.get('P'))) : null
  // The default is 2; anything unknown is read as the strictest.
  return level === null ? 2 : level === 2 || level === 3 ? level : 1
}

/** Whether a lock or FieldMDP dictionary (§12.8.2.4, table 259) covers a field. */
export function locks(file: PdfFile, lock: PdfDict, fieldName: string): boolean {
  const action = nameOf(file.resolve(lock.get('Action')))
  const listed = file.resolve(lock.get('Fields'))
  const names = listed instanceof PdfArray ? listed.items.map((item) => textOf(file.resolve(item))) : []
  const named = names.some((name) => name !== null && (fieldName === name || fieldName.startsWith(`${name}.`)))
  return action === 'All' || (action === 'Include' && named) || (action === 'Exclude' && !named)
}

/**
 * Throws `pdf_forbids_signing` when an earlier signature says that this field may not be signed: a certification that
 * permits nothing, or a FieldMDP that covers the field.
 */
export function assertMaySign(file: PdfFile, fieldName: string, fields: PdfField[] = fieldsOf(file)): void {
  if (certificationLevel(file) === 1) throw new PadesError('pdf_forbids_signing', { reason: 'DocMDP' })
  for (const field of fields) {
    const signature = field.type === 'Sig' ? file.dict(field.value) : null
    if (!signature) continue
    const locked = transformsOf(file, signature, 'FieldMDP').some((parameters) => locks(file, parameters, fieldName))
    if (locked) throw new PadesError('pdf_forbids_signing', { reason: 'FieldMDP', by: field.name })
  }
}
