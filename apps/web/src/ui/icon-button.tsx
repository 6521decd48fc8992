import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'
import { Slot } from './slot.tsx'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

const variants = cva(
  [
    'touch-target inline-flex shrink-0 items-center justify-center rounded-lg border transition-colors duration-100',
    'disabled:pointer-events-none disabled:opacity-50 aria-pressed:bg-muted aria-pressed:text-ink',
  ],
  {
    variants: {
      variant: {
        ghost: 'border-transparent text-ink-muted hover:bg-muted hover:text-ink data-[state=open]:bg-muted',
        secondary: 'border-control bg-panel text-ink hover:bg-muted data-[state=open]:bg-muted',
        danger: 'border-transparent text-error-ink hover:bg-soft-error hover:text-on-soft-error',
      },
      size: {
        sm: 'size-8 [&_svg]:size-4',
        md: 'size-9 [&_svg]:size-4.5',
        lg: 'size-11 [&_svg]:size-5',
      },
    },
    defaultVariants: { variant: 'ghost', size: 'md' },
  },
)

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'size'> &
  VariantProps<typeof variants> & {
    /** The accessible name and tooltip. */
    label: string
    loading?: boolean
    /** False if the tooltip would cover what the user works on. */
    tooltip?: boolean
    asChild?: boolean
    children: ReactNode
  }

/** A button with an icon; its name is available to screen readers and on hover. */
export function IconButton({ label, variant, size, loading, tooltip = true, asChild, className, ...rest }: Props) {
  const { children, ...others } = rest
  const Part = asChild === true ? Slot : 'button'
  const button = (
    <Part
      {...(asChild === true ? {} : { type: 'button' as const })}
      {...others}
      aria-label={label}
      aria-busy={loading === true ? true : undefined}
      className={variants({ variant, size, className })}
    >
      {loading === true ? <Spinner label={null} /> : children}
    </Part>
  )
  return tooltip ? <Tooltip text={label}>{button}</Tooltip> : button
}
