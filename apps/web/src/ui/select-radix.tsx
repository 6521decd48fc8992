import { Check, ChevronDown } from 'lucide-react'
import * as Radix from 'radix-ui/select'
import { menuItem, menuSurface } from './menu-styles.ts'
import type { SelectOption } from './select-option.ts'

type Props = {
  options: readonly SelectOption[]
  value: string
  onValueChange: (value: string) => void
  placeholder: string
  disabled: boolean
  /** Props that link the control to its field, and its style. */
  trigger: {
    id?: string | undefined
    className: string
    'aria-label'?: string | undefined
    'aria-describedby'?: string | undefined
    'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
    'aria-required'?: boolean | 'true' | 'false' | undefined
  }
}

/** The list of options, loaded on demand. */
export function RadixSelect({ options, value, onValueChange, placeholder, disabled, trigger }: Props) {
  return (
    <Radix.Root defaultOpen value={value} onValueChange={onValueChange} disabled={disabled}>
      <Radix.Trigger {...trigger}>
        <Radix.Value placeholder={placeholder} />
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
