import { Check } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import type { ReactElement, ReactNode } from 'react'
import { cn } from './cn.ts'
import { menuItem, menuSurface } from './menu-styles.ts'

type MenuProps = {
  /** The button that opens it (Button or IconButton). */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'right'
  children: ReactNode
}

/** What more can be done; MenuItem, MenuChoice and MenuSeparator go inside. */
export function Menu({ trigger, align = 'end', side = 'bottom', children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={`${menuSurface} max-h-(--radix-dropdown-menu-content-available-height) min-w-48`}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type ItemProps = {
  icon?: ReactNode
  /** Red words, for what destroys; it should open a confirmation. */
  danger?: boolean
  disabled?: boolean
  onSelect?: (event: Event) => void
  /** Gives the looks to its one child, a link. The icon then goes inside the link. */
  asChild?: boolean
  children: ReactNode
}

export function MenuItem({ icon, danger, asChild, children, ...rest }: ItemProps) {
  return (
    <Radix.Item
      {...rest}
      {...(asChild === true ? { asChild } : {})}
      className={cn(menuItem, danger === true && 'text-error-ink [&>svg:first-child]:text-error-ink!')}
    >
      {asChild === true ? (
        children
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
    </Radix.Item>
  )
}

type ChoiceProps<V extends string> = {
  label: string
  value: V
  onValueChange: (value: V) => void
  options: readonly { value: V; label: string; icon?: ReactNode }[]
}

/** One of several, with a heading and a tick. */
export function MenuChoice<V extends string>({ label, value, onValueChange, options }: ChoiceProps<V>) {
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onValueChange(next as V)}>
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={menuItem}>
          {option.icon}
          {option.label}
          <Radix.ItemIndicator className="ml-auto pl-3">
            <Check className="size-4 text-gold-ink" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 pt-1.5 pb-1 text-meta text-ink-muted">{children}</Radix.Label>
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />
}
