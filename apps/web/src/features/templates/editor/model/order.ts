import type { EditorField } from './document.ts'

/** Moves fields, in their own order, before another one; with null, after the last one of their page. */
export function putBefore(
  fields: readonly EditorField[],
  ids: readonly string[],
  before: string | null,
): readonly EditorField[] {
  const moving = new Set(ids)
  if (before !== null && moving.has(before)) return fields
  const moved = fields.filter(({ id }) => moving.has(id))
  const rest = fields.filter(({ id }) => !moving.has(id))
  const last = rest.findLastIndex(({ page }) => page === moved[0]?.page)
  const at = before === null ? last + 1 : rest.findIndex(({ id }) => id === before)
  const next = [...rest.slice(0, at), ...moved, ...rest.slice(at)]
  return next.every((field, index) => field === fields[index]) ? fields : next
}

/** Moves a field one place earlier or later among those of its page. */
export function shift(fields: readonly EditorField[], id: string, by: -1 | 1): readonly EditorField[] {
  const field = fields.find((one) => one.id === id)
  if (field === undefined) return fields
  const here = fields.filter(({ page }) => page === field.page)
  const at = here.indexOf(field)
  if (by === -1) {
    const earlier = here[at - 1]
    return earlier === undefined ? fields : putBefore(fields, [id], earlier.id)
  }
  const later = here[at + 1]
  if (later === undefined) return fields
  return putBefore(fields, [id], fields[fields.indexOf(later) + 1]?.id ?? null)
}

/** The next or previous field in tab order; undefined past the end. */
export function neighbourOf(
  fields: readonly EditorField[],
  id: string | undefined,
  by: -1 | 1,
): EditorField | undefined {
  const at = fields.findIndex((field) => field.id === id)
  if (at === -1) return by === 1 ? fields[0] : fields.at(-1)
  return fields[at + by]
}

/** Lines whose tops are closer than this, in points, count as one line. */
const sameLine = 6

/** Reading order: by page, from top to bottom, and from left to right within a line. */
export function inReadingOrder(fields: readonly EditorField[]): readonly EditorField[] {
  const byTop = fields.toSorted((a, b) => a.page - b.page || a.y - b.y || a.x - b.x)
  const lines: EditorField[][] = []
  for (const field of byTop) {
    const line = lines.at(-1)
    const [first] = line ?? []
    if (line !== undefined && first?.page === field.page && field.y - first.y < sameLine) line.push(field)
    else lines.push([field])
  }
  const next = lines.flatMap((line) => line.toSorted((a, b) => a.x - b.x))
  return next.every((field, index) => field === fields[index]) ? fields : next
}
