import type { Position } from '@foja/contracts/common'

/** A place of the document that waits for a signature. */
export type WaitingField = { name: string; label?: string | undefined; position: Position | null }

/** What people read for each: the label of whoever prepared it, or else its name; both, where a label does not tell them apart. */
export function titlesOf(fields: readonly WaitingField[]): string[] {
  return fields.map(({ name, label }) => {
    if (label === undefined) return name
    const isOne = fields.filter((other) => other.label === label).length === 1
    return isOne ? label : `${label} · ${name}`
  })
}
