import type { TemplateField } from '@foja/contracts/template-fields'

/** The column index of each field key; null for none. */
export type Columns = Readonly<Record<string, number | null>>

/** Fields that a cell can fill: not signatures, and not images. */
export const isColumnField = (field: Pick<TemplateField, 'type'>): boolean =>
  field.type !== 'signature' && field.type !== 'image'

/** Letters and digits only, without case and accents. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

/** Matches each field to a column by its key, or else by its label. No column is used twice. */
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

/** Column titles for a CSV template: labels, and keys where a label is not unique. */
export function titlesFor(fields: readonly TemplateField[]): string[] {
  const used = fields.filter(isColumnField)
  return used.map(({ key, label }) =>
    used.filter((other) => folded(other.label) === folded(label)).length > 1 || folded(label) === '' ? key : label,
  )
}
