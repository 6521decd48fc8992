import type { Position } from '@foja/contracts/common'

/** An empty signature field of the document. */
export type WaitingField = { name: string; label?: string | undefined; position: Position | null }

/** The label of each field, or else its name; both if the label is not unique. */
export function titlesOf(fields: readonly WaitingField[]): string[] {
  return fields.map(({ name, label }) => {
    if (label === undefined) return name
    const isOne = fields.filter((other) => other.label === label).length === 1
    return isOne ? label : `${label} · ${name}`
  })
}
