import { LoaderCircle } from 'lucide-react'
import { useUiTexts } from './texts/ui.ts'
import { cn } from './cn.ts'

type Props = {
  /** Announced to screen readers; `null` if text beside it says so already. */
  label?: string | null
  className?: string
}

/** A turning arc in the colour of the text. */
export function Spinner({ label, className }: Props) {
  const ui = useUiTexts()
  const icon = <LoaderCircle aria-hidden className={cn('animate-spin', className ?? 'size-4')} />
  if (label === null) return icon
  return (
    <output className="inline-flex">
      {icon}
      <span className="sr-only">{label ?? ui.loading}</span>
    </output>
  )
}
