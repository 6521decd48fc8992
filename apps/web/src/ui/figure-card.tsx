import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import { Card } from './card.tsx'
import { IconTile } from './tile.tsx'

type FigureProps = { icon: ReactNode; tone?: Tone; value: ReactNode; label: ReactNode; note?: ReactNode }

/** A figure that calls for action: 6 por firmar. */
export function FigureCard({ icon, tone = 'neutral', value, label, note }: FigureProps) {
  return (
    <Card className="flex items-center gap-4 p-4 max-md:flex-row-reverse max-md:items-start max-md:justify-between max-md:gap-1 max-md:p-3">
      <IconTile tone={tone} className="max-md:size-7!">
        {icon}
      </IconTile>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-title font-semibold figures">{value}</span>
          <span className="font-medium max-md:w-full">{label}</span>
        </p>
        {note !== undefined && <p className="truncate text-small text-ink-muted max-md:whitespace-normal">{note}</p>}
      </div>
    </Card>
  )
}
