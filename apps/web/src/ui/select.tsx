import { cva, type VariantProps } from 'class-variance-authority'
import { Check, ChevronDown } from 'lucide-react'
import * as Radix from 'radix-ui/select'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { useFieldProps } from './field.tsx'
import { menuItem, menuSurface } from './menu-styles.ts'

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

export type SelectOption<V extends string = string> = {
  value: V
  label: string
  icon?: ReactNode
  disabled?: boolean
}

type Props<V extends string> = VariantProps<typeof variants> & {
  options: readonly SelectOption<V>[]
  /** `undefined` or `''` shows the placeholder. */
  value: V | '' | undefined
  onValueChange: (value: V) => void
  placeholder?: string
  /** The name, where there is no Field round it. */
  label?: string
  name?: string
  id?: string
  disabled?: boolean
  className?: string
}

/** One of a few. For many, or for free text, use a search. */
export function Select<V extends string>(props: Props<V>) {
  const { options, value = '', onValueChange, placeholder, label, name, id, disabled, className, ...looks } = props
  const { ui } = useTexts()
  const tied = useFieldProps({ id })
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onValueChange(next as V)}
      {...(name === undefined ? {} : { name })}
      {...(disabled === undefined ? {} : { disabled })}
    >
      <Radix.Trigger {...tied} aria-label={label} className={variants({ ...looks, className })}>
        <Radix.Value placeholder={placeholder ?? ui.choose} />
        <Radix.Icon asChild>
          <ChevronDown className="size-4 text-ink-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className={`${menuSurface} max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width)`}
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                {...(option.disabled === undefined ? {} : { disabled: option.disabled })}
                className={menuItem}
              >
                {option.icon}
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="ml-auto pl-3">
                  <Check className="size-4 text-gold-ink" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
