import type { TemplateField } from '@foja/contracts/template-fields'
import { keyFrom } from '@foja/forms/unique-key'
import type { Size } from '../../../../lib/files/geometry.ts'
import { boundsOf, type EditorField } from './document.ts'
import { moveTo } from './move.ts'

export type Clipboard = {
  readonly fields: readonly TemplateField[]
  /** How often it was pasted on its own page: each copy is offset further. */
  readonly times: number
}

/** Offset in points, so that a copy does not hide its original. */
const aside = 10

/** A copy without the link to a form field of the PDF, and without the role: both have only one field. */
function bare({ id: _id, form_field: _form, role: _role, ...field }: EditorField): TemplateField {
  return field
}

export const copyOf = (fields: readonly EditorField[]): Clipboard => ({ fields: fields.map(bare), times: 0 })

/** Gives fields unused keys. */
export function withFreeKeys(fields: readonly TemplateField[], others: readonly TemplateField[]): TemplateField[] {
  const taken = new Set(others.map(({ key }) => key))
  return fields.map((field) => {
    const key = taken.has(field.key) ? keyFrom(field.label, taken) : field.key
    taken.add(key)
    return { ...field, key }
  })
}

/**
 * The copies to add to a page. On the original page they are offset, on another page they keep their position; fields
 * of several pages all go to `page`.
 */
export function pasteFields(
  clipboard: Clipboard,
  fields: readonly TemplateField[],
  page: number,
  pages: readonly Size[],
): { fields: TemplateField[]; next: Clipboard } {
  const round = boundsOf(clipboard.fields)
  if (round === null) return { fields: [], next: clipboard }
  const here = clipboard.fields.some((field) => field.page === page)
  const times = here ? clipboard.times + 1 : clipboard.times
  const by = here ? aside * times : 0
  const numbered = clipboard.fields.map((field, at) => ({ ...field, id: `${at}` }))
  const placed = moveTo(numbered, page, { x: round.x + by, y: round.y + by }, pages)
  return {
    fields: withFreeKeys(
      placed.map(({ id: _id, ...field }) => field),
      fields,
    ),
    next: { ...clipboard, times },
  }
}
