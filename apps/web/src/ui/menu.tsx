import { Check, Ellipsis } from 'lucide-react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cn } from './cn.ts'
import { Slot } from './slot.tsx'
import { IconButton } from './icon-button.tsx'
import { useMenuParts } from './menu-parts.ts'
import { menuItem } from './menu-styles.ts'
import { useLazyComponent } from './use-lazy-component.ts'

const fetchCode = () => import('./menu-radix.tsx')

type MenuProps = {
  /** The button that opens it (Button or IconButton). */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'right'
  children: ReactNode
}

/** A menu of actions with MenuItem, MenuChoice and MenuSeparator. */
export function Menu({ trigger, align = 'end', side = 'bottom', children }: MenuProps) {
  const { code, handlers } = useLazyComponent(fetchCode)
  if (code === null) {
    return (
      <Slot aria-haspopup="menu" aria-expanded={false} {...handlers}>
        {trigger}
      </Slot>
    )
  }
  return (
    <code.RadixMenu trigger={trigger} align={align} side={side}>
      {children}
    </code.RadixMenu>
  )
}

/** A menu behind a button with three dots. */
export function ActionsMenu({ children, ...button }: ComponentProps<typeof IconButton>) {
  const trigger = (
    <IconButton {...button}>
      <Ellipsis />
    </IconButton>
  )
  return <Menu trigger={trigger}>{children}</Menu>
}

type ItemProps = {
  icon?: ReactNode
  label: ReactNode
  /** Red text for destructive actions, which should open a confirmation. */
  danger?: boolean
  disabled?: boolean
  onSelect?: (event: Event) => void
}

export function MenuItem({ icon, label, danger, ...rest }: ItemProps) {
  const parts = useMenuParts()
  return (
    <parts.Item
      {...rest}
      className={cn(menuItem, danger === true && 'text-error-ink [&>svg:first-child]:text-error-ink!')}
    >
      {icon}
      {label}
    </parts.Item>
  )
}

/** An item whose only child is a link, which contains the icon. */
export function MenuLinkItem({ children }: { children: ReactNode }) {
  const parts = useMenuParts()
  return (
    <parts.Item asChild className={menuItem}>
      {children}
    </parts.Item>
  )
}

type ChoiceProps<V extends string> = {
  label: string
  value: V
  onValueChange: (value: V) => void
  options: readonly { value: V; label: string; icon?: ReactNode }[]
}

/** A radio group with a heading. */
export function MenuChoice<V extends string>({ label, value, onValueChange, options }: ChoiceProps<V>) {
  const parts = useMenuParts()
  return (
    <parts.RadioGroup value={value} onValueChange={(next) => onValueChange(next as V)}>
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <parts.RadioItem key={option.value} value={option.value} className={menuItem}>
          {option.icon}
          {option.label}
          <parts.ItemIndicator className="ml-auto pl-3">
            <Check className="size-4 text-gold-ink" />
          </parts.ItemIndicator>
        </parts.RadioItem>
      ))}
    </parts.RadioGroup>
  )
}

function MenuLabel({ children }: { children: ReactNode }) {
  const parts = useMenuParts()
  return <parts.Label className="px-2.5 pt-1.5 pb-1 text-meta text-ink-muted">{children}</parts.Label>
}

export function MenuSeparator() {
  const parts = useMenuParts()
  return <parts.Separator className="-mx-1 my-1 h-px bg-line" />
}
