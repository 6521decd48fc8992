import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'
import { Count } from './badge.tsx'
import { cn } from './cn.ts'

const variants = cva('min-w-0 rounded-lg border bg-panel', {
  variants: {
    variant: {
      outline: 'border-line shadow-card',
      elevated: 'border-line shadow-float',
      /** Contains one link whose `after` covers the card: see cardLink. */
      interactive:
        'relative border-line shadow-card transition-[border-color,box-shadow] duration-100 focus-within:border-control hover:border-control hover:shadow-lift',
    },
    /** On phones only the content is visible: for a Table, whose rows are cards there. */
    bareOnPhone: { true: 'max-md:border-0 max-md:bg-transparent max-md:[box-shadow:none]' },
    tone: {
      none: '',
      warning: 'border-on-soft-warning!',
      error: 'border-error-ink!',
      selected: 'border-gold-ink! bg-selected!',
    },
  },
  defaultVariants: { variant: 'outline', tone: 'none' },
})

type Props = ComponentProps<'section'> & VariantProps<typeof variants>

/** A surface. Give it an `aria-labelledby` (CardHeader's `titleId`) if it is a landmark worth navigating to. */
export function Card({ variant, tone, bareOnPhone, className, ...rest }: Props) {
  return <section {...rest} className={variants({ variant, tone, bareOnPhone, className })} />
}

type HeaderProps = {
  title: ReactNode
  titleId?: string
  level?: 2 | 3
  count?: ReactNode
  /** Muted text after the title. */
  note?: ReactNode
  /** At the right: small buttons, a link or a badge. */
  action?: ReactNode
  className?: string
}

/** 52 px high: title, count, action at the right, and a hairline below. */
export function CardHeader({ title, titleId, level = 2, count, note, action, className }: HeaderProps) {
  const Title = level === 2 ? 'h2' : 'h3'
  return (
    <header
      className={cn(
        'flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5 pr-4 pl-5 max-sm:pl-4',
        className,
      )}
    >
      <Title id={titleId} className="text-section font-semibold">
        {title}
      </Title>
      {count !== undefined && <Count>{count}</Count>}
      {note !== undefined && <span className="text-small text-ink-muted">{note}</span>}
      {action !== undefined && <div className="ml-auto flex items-center gap-2">{action}</div>}
    </header>
  )
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cn('p-5 max-sm:p-4', className)} />
}

/** A row of buttons at the end, above it a hairline: text at the left, actions at the right. */
export function CardFooter({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={cn(
        'flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3.5 max-sm:px-4',
        className,
      )}
    />
  )
}

/** A list of CardRows with hairlines between them. */
export function CardList({ className, ...rest }: ComponentProps<'ul'>) {
  return <ul {...rest} className={cn('divide-y divide-line', className)} />
}

/** A row of a CardList, at least 56 px high; `selected` gives it the pale gold of unread items. */
export function CardRow({ selected, className, ...rest }: ComponentProps<'li'> & { selected?: boolean }) {
  return (
    <li
      {...rest}
      className={cn(
        'relative flex min-h-14 items-center gap-3 px-5 py-2 max-sm:px-4',
        selected === true && 'bg-selected',
        className,
      )}
    />
  )
}

/**
 * Class for the only link of an interactive card or row: the whole surface is clickable, and the link keeps its name.
 */
export const cardLink = 'after:absolute after:inset-0 after:rounded-lg after:content-[""]'
