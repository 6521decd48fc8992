import { useId, type ReactNode } from 'react'
import { cn } from './cn.ts'
import { useFieldLabelId } from './field.tsx'

type Segment<V extends string = string> = {
  value: V
  label: string
  icon?: ReactNode
  count?: ReactNode
  /** Shows only the icon; the label is its accessible name. */
  iconOnly?: boolean
}

type Props<V extends string> = {
  options: readonly Segment<V>[]
  value: V
  onValueChange: (value: V) => void
  /** The name, if there is no Field (with `group`) around it. */
  label?: string
  /** `chips` scrolls sideways, for filters on phones. */
  variant?: 'track' | 'chips'
  /** Fills the width; up to four options have equal width. */
  block?: boolean
  className?: string
}

const track = {
  root: 'inline-flex rounded-lg bg-muted p-0.5 dark:bg-canvas',
  item: 'h-8 rounded-md border-transparent px-3 max-sm:h-10 has-checked:bg-panel has-checked:text-ink has-checked:shadow-card dark:has-checked:bg-muted',
}
const chips = {
  root: 'flex gap-2 overflow-x-auto p-1 -m-1 [scrollbar-width:none]',
  item: 'h-9 rounded-full border-line bg-panel px-3.5 max-sm:h-11 has-checked:border-control has-checked:bg-muted has-checked:text-ink',
}

/** A choice of two to five visible options. Native radio buttons, so arrow keys move between them. */
export function SegmentedControl<V extends string>(props: Props<V>) {
  const { options, value, onValueChange, label, variant = 'track', block, className } = props
  const labelId = useFieldLabelId()
  const name = useId()
  const looks = variant === 'track' ? track : chips
  return (
    <div
      role="radiogroup"
      {...(label === undefined ? { 'aria-labelledby': labelId } : { 'aria-label': label })}
      className={cn(looks.root, block === true && 'flex! w-full', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cn(
            'relative inline-flex shrink-0 items-center justify-center gap-2 border text-small font-medium whitespace-nowrap text-ink-muted transition-colors hover:text-ink [&_svg]:size-4',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            looks.item,
            // Five labels do not fit into equal widths in a narrow column.
            block === true && (options.length > 4 ? 'min-w-0 flex-auto px-1!' : 'min-w-0 flex-1 px-1.5!'),
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            {...(option.iconOnly === true ? { 'aria-label': option.label } : {})}
            onChange={() => onValueChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
          />
          {option.icon}
          {option.iconOnly === true ? null : option.label}
          {option.count !== undefined && <span className="font-normal figures">{option.count}</span>}
        </label>
      ))}
    </div>
  )
}
