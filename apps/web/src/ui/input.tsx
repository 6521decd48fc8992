import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { useFieldProps } from './field.tsx'

/** The box of every text control. The text has 16 px on phones: below that iOS zooms the page on focus. */
const controlVariants = cva(
  [
    'w-full min-w-0 rounded-lg border text-body text-ink max-sm:text-[1rem]',
    'aria-invalid:border-error-ink disabled:bg-muted disabled:text-ink-muted read-only:bg-muted',
  ],
  {
    variants: {
      variant: {
        outline: 'border-control bg-panel',
        /** A quiet one, for search in the top bar. */
        filled: 'border-line bg-canvas hover:border-control',
      },
      size: {
        sm: 'h-8 px-2.5 max-sm:h-11',
        md: 'h-9 px-3 max-sm:h-11',
        lg: 'h-11 px-3.5',
      },
    },
    defaultVariants: { variant: 'outline', size: 'md' },
  },
)

type Props = Omit<ComponentProps<'input'>, 'size' | 'prefix'> &
  VariantProps<typeof controlVariants> & {
    /** An icon at the left, inside the box. */
    icon?: ReactNode
    /** Text or a button at the right, inside the box. */
    suffix?: ReactNode
    /** A short label inside the box before a right-aligned value: X, Ancho. */
    prefix?: string
    /** Tabular figures with a slashed zero, for ids and hashes. */
    code?: boolean
  }

/** A text input. Inside a Field it gets label, hint and error from there. */
export function Input({ variant, size, icon, suffix, prefix, code, className, ...props }: Props) {
  const tied = useFieldProps(props)
  const input = (
    <input
      {...tied}
      className={cn(
        controlVariants({ variant, size }),
        icon !== undefined && 'pl-9!',
        suffix !== undefined && 'pr-10!',
        prefix !== undefined && 'pl-16! text-right figures',
        code === true && 'code',
        className,
      )}
    />
  )
  if (icon === undefined && suffix === undefined && prefix === undefined) return input
  return (
    <span className="relative flex min-w-0 items-center">
      {icon !== undefined && (
        <span aria-hidden className="pointer-events-none absolute left-3 text-ink-muted [&_svg]:size-4.5">
          {icon}
        </span>
      )}
      {prefix !== undefined && (
        <span aria-hidden className="pointer-events-none absolute left-3 text-meta text-ink-muted">
          {prefix}
        </span>
      )}
      {input}
      {suffix !== undefined && <span className="absolute right-1 flex items-center text-ink-muted">{suffix}</span>}
    </span>
  )
}

/** A multi-line input that grows with its content if the browser supports that. */
export function Textarea({ className, rows = 3, style, ...props }: ComponentProps<'textarea'>) {
  const tied = useFieldProps(props)
  return (
    <textarea
      {...tied}
      rows={rows}
      // `field-sizing: content` ignores `rows`.
      style={{ minHeight: `calc(${rows}lh + 1.125rem)`, ...style }}
      className={cn(controlVariants(), 'h-auto! resize-y py-2 [field-sizing:content]', className)}
    />
  )
}
