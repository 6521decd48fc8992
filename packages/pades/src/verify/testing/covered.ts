import { fieldsOf } from '../../pdf/fields.ts'
import { newWorkBudget, type WorkBudget } from '../../work-budget.ts'
import { findLaterChanges, type LaterChanges, openStates } from '../later-changes.ts'
import type { Modification } from '../report.ts'
import { appendRevision, contract, coverUpTo, emptySignature, textOfBytes } from './tiny-pdf.ts'

/** Files for the comparison of saves alone: their signature covers the file, and its CMS is empty. */

export type Objects = Record<number, string>

export const signatureField = '<< /FT /Sig /T (Firma) /V 51 0 R >>'

export const coveredCatalog = (form = '', entries = ''): string =>
  `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 10 0 R 11 0 R 50 0 R ] /SigFlags 3 /DA (/Helv 0 Tf) /DR << /Font << /Helv 8 0 R >> >> ${form} >> ${entries} >>`

/** The contract before its signature (51, of the field 50) covers it. */
export const uncovered = (changes: Objects = {}): Uint8Array =>
  contract({ 1: coveredCatalog(), 50: signatureField, 51: emptySignature(), ...changes })

export const covered = (changes: Objects = {}): Uint8Array => coverUpTo(uncovered(changes))

/** A signature that certifies the document with this /P. */
export const certifying = (level: 1 | 2 | 3): string =>
  emptySignature(`/Reference [ << /TransformMethod /DocMDP /TransformParams << /P ${level} >> >> ]`)

/** The last definition of an object. */
export const lastOf = (pdf: Uint8Array, number: number): string =>
  [...textOfBytes(pdf).matchAll(new RegExp(`\\n${number} 0 obj\\n([^]*?)\\nendobj`, 'g'))].at(-1)?.[1] ?? ''

/** What the comparison finds in a file since its first `end` bytes. */
export function changesSince(end: number, later: Uint8Array, budget: WorkBudget = newWorkBudget()): LaterChanges {
  const states = openStates(later, newWorkBudget())
  const before = states.at(end)
  const field = before && fieldsOf(before).find(({ type, value }) => type === 'Sig' && value !== null)
  const dict = field && before.dict(field.value)
  if (!dict) throw new Error('no signature')
  return findLaterChanges(states, before, field, dict, budget)
}

/** What one later save with these objects changes, without the number of the save. */
export function changesBy(pdf: Uint8Array, objects: Objects, trailer = '') {
  const { modifications, additions, doubts } = changesSince(pdf.length, appendRevision(pdf, objects, trailer))
  const withoutSave = (change: Modification): Modification => {
    const { revision, ...rest } = change
    return revision === undefined ? change : rest
  }
  return { modifications, additions: additions.map(withoutSave), doubts: [...doubts] }
}
