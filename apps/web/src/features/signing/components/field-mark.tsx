import type { Position } from '@foja/contracts/common'
import { toPercent, type Size } from '../../../lib/files/geometry.ts'

type Props = { at: Position | null | undefined; page: { page: number } & Size }

/** Marks the chosen field on its page. */
export function FieldMark({ at, page }: Props) {
  if (at?.page !== page.page) return null
  const { left, top, width, height } = toPercent(at, page)
  return (
    <span
      aria-hidden
      data-testid="field-mark"
      className="absolute border-2 border-gold-ink bg-primary/20"
      style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
    />
  )
}
