import { cva, type VariantProps } from 'class-variance-authority'
import { ChevronDown } from 'lucide-react'
import { useUiTexts } from './texts/ui.ts'
import { useFieldProps } from './field.tsx'
import type { SelectOption } from './select-option.ts'
import { useLazyComponent } from './use-lazy-component.ts'

const fetchCode = () => import('./select-radix.tsx')

const variants = cva(
  [
    'inline-flex min-w-0 items-center justify-between gap-2 border text-left text-body font-medium text-ink transition-colors',
    'aria-invalid:border-error-ink data-disabled:opacity-50 data-placeholder:text-ink-muted [&>span]:truncate',
  ],
  {
    variants: {
      variant: {
        outline: 'rounded-lg border-control bg-panel hover:bg-muted',
        /** A pill, for filters. */
        filled: 'rounded-full border-line bg-panel text-ink-muted hover:border-control hover:text-ink',
      },
      size: { sm: 'h-8 px-3 max-sm:h-11', md: 'h-9 px-3 max-sm:h-11', lg: 'h-11 px-3.5' },
    },
    compoundVariants: [{ variant: 'filled', className: 'px-3.5' }],
    defaultVariants: { variant: 'outline', size: 'md' },
  },
)

type Props<V extends string> = VariantProps<typeof variants> & {
  options: readonly SelectOption<V>[]
  /** `undefined` or `''` shows the placeholder. */
  value: V | '' | undefined
  onValueChange: (value: V) => void
  placeholder?: string
  /** The name, if there is no Field around it. */
  label?: string
  name?: string
  id?: string
  disabled?: boolean
  className?: string
}

/** A choice of a few options. Use a search for many options or free text. */
export function Select<V extends string>(props: Props<V>) {
  const {
    options,
    value = '',
    onValueChange,
    placeholder,
    label,
    name,
    id,
    disabled = false,
    className,
    ...looks
  } = props
  const ui = useUiTexts()
  const tied = useFieldProps({ id })
  const { code, handlers } = useLazyComponent(fetchCode)
  const trigger = { ...tied, 'aria-label': label, className: variants({ ...looks, className }) }
  const chosen = options.find((option) => option.value === value)
  const closed = (
    <button
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      aria-controls={undefined}
      disabled={disabled}
      data-disabled={disabled ? '' : undefined}
      data-placeholder={chosen === undefined ? '' : undefined}
      {...trigger}
      {...handlers}
    >
      <span>{chosen?.label ?? placeholder ?? ui.choose}</span>
      <ChevronDown aria-hidden className="size-4 text-ink-muted" />
    </button>
  )
  return (
    <>
      {name !== undefined && <input type="hidden" name={name} value={value} />}
      {code === null ? (
        closed
      ) : (
        <code.RadixSelect
          options={options}
          value={value}
          onValueChange={(next) => onValueChange(next as V)}
          placeholder={placeholder ?? ui.choose}
          disabled={disabled}
          trigger={trigger}
        />
      )}
    </>
  )
}
