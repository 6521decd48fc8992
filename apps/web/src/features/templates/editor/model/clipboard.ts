import type { TemplateField } from '@foja/contracts/template-fields'
import { keyFrom } from '@foja/forms/unique-key'
import type { Size } from '../../../../lib/files/geometry.ts'
import { boundsOf, type EditorField } from './document.ts'
import { moveTo } from './move.ts'

export type Clipboard = {
  readonly fields: readonly TemplateField[]
  /** How often it was put on the page that it came from: each time a little further. */
  readonly times: number
}

/** Points to the right and down, so that a copy does not hide what it is a copy of. */
const aside = 10

/** What a field of its own takes from another: not the field of the PDF's form, which can only be stood for once. */
function bare({ id: _id, form_field: _form, ...field }: EditorField): TemplateField {
  return field
}

export const copyOf = (fields: readonly EditorField[]): Clipboard => ({ fields: fields.map(bare), times: 0 })

/** Fields with keys that nobody has yet. */
export function withFreeKeys(fields: readonly TemplateField[], others: readonly TemplateField[]): TemplateField[] {
  const taken = new Set(others.map(({ key }) => key))
  return fields.map((field) => {
    const key = taken.has(field.key) ? keyFrom(field.label, taken) : field.key
    taken.add(key)
    return { ...field, key }
  })
}

/**
 * The copies to add to a page. On the page that they were copied from they stand a little aside, on another where the
 * originals stand on theirs; fields of several pages come to the one asked for.
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
