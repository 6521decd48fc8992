import type { TemplateField } from '@foja/contracts/template-fields'

/** Which column of the table each field takes, by the key of the field; null: none. */
export type Columns = Readonly<Record<string, number | null>>

/** Fields that a cell can fill: signatures wait for whoever signs, and a cell holds no image. */
export const isColumnField = (field: Pick<TemplateField, 'type'>): boolean =>
  field.type !== 'signature' && field.type !== 'image'

/** Letters and digits alone, without case and accents. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

/** Finds the column of each field: the one with the title of its key, or else of its label. No column serves twice. */
export function matchColumns(header: readonly string[], fields: readonly TemplateField[]): Columns {
  const taken = new Set<number>()
  const columns: Record<string, number | null> = {}
  const take = (name: (field: TemplateField) => string) => {
    for (const field of fields.filter(isColumnField)) {
      if (typeof columns[field.key] === 'number') continue
      const wanted = folded(name(field))
      const at = header.findIndex((title, place) => !taken.has(place) && wanted !== '' && folded(title) === wanted)
      columns[field.key] = at < 0 ? null : at
      if (at >= 0) taken.add(at)
    }
  }
  take((field) => field.key)
  take((field) => field.label)
  return columns
}

/** The titles of a CSV for these fields: labels, and keys where a label is not the only one of its kind. */
export function titlesFor(fields: readonly TemplateField[]): string[] {
  const used = fields.filter(isColumnField)
  return used.map(({ key, label }) =>
    used.filter((other) => folded(other.label) === folded(label)).length > 1 || folded(label) === '' ? key : label,
  )
}
