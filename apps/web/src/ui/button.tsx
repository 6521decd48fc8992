import { cva, type VariantProps } from 'class-variance-authority'
import { Children, cloneElement, isValidElement, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { useUiTexts } from './texts/ui.ts'
import { useFailure } from '../lib/api/failure.ts'
import { cn } from './cn.ts'
import { Slot } from './slot.tsx'
import { clockOf, useWait } from './use-countdown.ts'
import { Spinner } from './spinner.tsx'

export const buttonVariants = cva(
  [
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-lg border font-semibold whitespace-nowrap select-none',
    'transition-colors duration-100 disabled:opacity-50 aria-disabled:opacity-60 aria-busy:opacity-100!',
    'disabled:pointer-events-none aria-disabled:cursor-default',
  ],
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-primary text-on-brand hover:bg-gold-hover',
        secondary: 'border-control bg-panel text-ink hover:bg-muted',
        terciary: 'border-transparent bg-terciary text-on-dark hover:bg-terciary-hover',
        ghost: 'border-transparent text-ink hover:bg-muted',
        menu: 'w-full justify-start! border-transparent font-medium! text-ink-muted hover:bg-muted hover:text-ink',
        success: 'border-transparent bg-success text-on-brand hover:bg-success-hover',
        danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover',
      },
      size: {
        sm: 'h-8 px-3 text-small max-sm:h-11 max-sm:px-4 max-sm:text-body [&_svg]:size-4',
        md: 'h-9 px-3.5 text-body max-sm:h-11 max-sm:px-4 [&_svg]:size-4.5',
        lg: 'h-11 px-4 text-[0.9375rem] [&_svg]:size-4.5',
      },
      block: { true: 'w-full' },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

export type ButtonProps = Omit<ComponentProps<'button'>, 'size'> &
  VariantProps<typeof buttonVariants> & {
    icon?: ReactNode
    iconEnd?: ReactNode
    /** Shows a spinner instead of the icon and ignores clicks, but keeps the focus. */
    loading?: boolean
    /** Styles its only child (a link) instead of rendering a button. */
    asChild?: boolean
  }

/** Faded, but readable. */
const waiting = 'border-line! bg-muted! text-ink-muted! figures opacity-100!'

/** Wraps the content of an `asChild` child with `draw`. */
function wrapContent(children: ReactNode, draw: (content: ReactNode) => ReactNode): ReactNode {
  const child = Children.only(children)
  return isValidElement<{ children?: ReactNode }>(child)
    ? cloneElement(child, undefined, draw(child.props.children))
    : child
}

/** `secondary` by default; a view has one gold (`primary`) button. */
export function Button(props: ButtonProps) {
  const { variant, size, block, icon, iconEnd, loading = false, asChild, className, children, onClick, ...rest } = props
  const ui = useUiTexts()
  const wait = useWait(loading, useFailure())
  const Part = asChild === true ? Slot : 'button'
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading || wait > 0) event.preventDefault()
    else onClick?.(event)
  }
  const draw = (content: ReactNode) => (
    <>
      {loading ? <Spinner label={null} /> : icon}
      {wait > 0 ? (
        <span>
          {content} {ui.waitFor(clockOf(wait))}
        </span>
      ) : (
        content
      )}
      {loading && <span className="sr-only">{ui.loading}</span>}
      {iconEnd}
    </>
  )
  return (
    <Part
      {...(asChild === true ? {} : { type: 'button' as const })}
      {...rest}
      {...(loading ? { 'aria-disabled': true, 'aria-busy': true } : {})}
      {...(wait > 0 ? { 'aria-disabled': true } : {})}
      onClick={press}
      className={buttonVariants({ variant, size, block, className: cn(className, wait > 0 && waiting) })}
    >
      {asChild === true ? wrapContent(children, draw) : draw(children)}
    </Part>
  )
}
