import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'

export const tones = {
  primary: 'bg-soft-primary text-on-soft-primary',
  success: 'bg-soft-success text-on-soft-success',
  warning: 'bg-soft-warning text-on-soft-warning',
  info: 'bg-soft-info text-on-soft-info',
  error: 'bg-soft-error text-on-soft-error',
  neutral: 'bg-muted text-ink-muted',
}

export type Tone = keyof typeof tones

/** Dots in the brand's colours; the others have the colour of their text. */
const dots: Partial<Record<Tone, string>> = { error: 'bg-error', info: 'bg-info' }

const variants = cva(
  'inline-flex max-w-full items-center gap-1.5 rounded-full font-semibold whitespace-nowrap [&_svg]:size-3.5',
  {
    variants: {
      variant: tones,
      size: { md: 'h-6 px-2.5 text-meta', sm: 'h-5 px-2 text-tiny' },
    },
    defaultVariants: { variant: 'neutral', size: 'md' },
  },
)

type Props = VariantProps<typeof variants> & {
  children: ReactNode
  /** A dot before the text, for the status of a request. */
  dot?: boolean
  icon?: ReactNode
  className?: string
}

/** A filled pill. The text carries the meaning; the colour repeats it. */
export function Badge({ variant, size, dot, icon, children, className }: Props) {
  return (
    <span className={variants({ variant, size, className })}>
      {dot === true && (
        <span aria-hidden className={`size-1.5 rounded-full ${dots[variant ?? 'neutral'] ?? 'bg-current'}`} />
      )}
      {icon}
      <span className="truncate">{children}</span>
    </span>
  )
}

/** A count beside a title or tab. */
export function Count({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-muted px-1.5 text-meta font-medium text-ink-muted figures">
      {children}
    </span>
  )
}

/** An icon with plain text, quieter than a pill; for mediation results. */
export function IconText({ icon, tone, children }: { icon: ReactNode; tone?: Tone; children: ReactNode }) {
  const colors = {
    primary: 'text-gold-ink',
    success: 'text-on-soft-success',
    warning: 'text-on-soft-warning',
    info: 'text-on-soft-info',
    error: 'text-error-ink',
    neutral: 'text-ink-muted',
  }
  return (
    <span className="inline-flex items-center gap-1.5 text-small font-medium whitespace-nowrap text-ink">
      <span aria-hidden className={`inline-flex [&_svg]:size-4 ${colors[tone ?? 'neutral']}`}>
        {icon}
      </span>
      {children}
    </span>
  )
}
