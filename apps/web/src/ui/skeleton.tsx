import { useUiTexts } from './texts/ui.ts'
import { cn } from './cn.ts'

/** A grey placeholder bar; set its size with `className` (h-3 w-40). */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block animate-pulse rounded-md bg-muted', className ?? 'h-3 w-full')} />
}

type Props = {
  rows?: number
  /** A 52 px header above the rows. */
  header?: boolean
  className?: string
}

/** Placeholder of a form: labels over controls, and its button. Announces "Cargando" once. */
export function SkeletonForm({ fields = 4, className }: { fields?: number; className?: string }) {
  const ui = useUiTexts()
  const widths = ['w-24', 'w-32', 'w-20', 'w-28']
  return (
    <div aria-busy className={cn('flex flex-col gap-4 p-5 max-sm:p-4', className)}>
      <output className="sr-only">{ui.loading}</output>
      {Array.from({ length: fields }, (_, field) => (
        <div key={field} className="flex flex-col gap-2">
          <Skeleton className={cn('h-3', widths[field % widths.length])} />
          <Skeleton className="h-9 max-sm:h-11" />
        </div>
      ))}
      <Skeleton className="h-9 w-32 self-end max-sm:h-11 max-sm:w-full" />
    </div>
  )
}

/** Placeholder of a CardList. Announces "Cargando" once. */
export function SkeletonList({ rows = 5, header = false, className }: Props) {
  const ui = useUiTexts()
  const widths = ['w-2/5', 'w-1/3', 'w-1/2', 'w-1/4']
  return (
    <div aria-busy className={className}>
      <output className="sr-only">{ui.loading}</output>
      {header && (
        <div className="flex h-13 items-center border-b border-line px-5">
          <Skeleton className="h-3.5 w-28" />
        </div>
      )}
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex min-h-14 items-center gap-3 border-line px-5 py-2 not-last:border-b max-sm:px-4">
          <Skeleton className="size-9 shrink-0" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className={cn('h-3', widths[row % widths.length])} />
            <Skeleton className={cn('h-2.5', widths[(row + 2) % widths.length])} />
          </div>
          <Skeleton className="h-5 w-20 shrink-0 rounded-full!" />
        </div>
      ))}
    </div>
  )
}
