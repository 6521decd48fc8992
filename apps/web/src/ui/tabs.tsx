import * as Radix from 'radix-ui/tabs'
import type { ComponentProps, ReactNode } from 'react'
import { Count } from './badge.tsx'
import { cn } from './cn.ts'

type Tab<V extends string> = { value: V; label: ReactNode; count?: ReactNode; disabled?: boolean }

type Props<V extends string> = {
  tabs: readonly Tab<V>[]
  value: V
  onValueChange: (value: V) => void
  /** The name of the row of tabs. */
  label: string
  /** At the right of the row: a small button. */
  action?: ReactNode
  /** TabPanels, one a tab. */
  children?: ReactNode
  className?: string
}

/** A row of 52 with a gold line under the open one. Keep the open tab in the address. */
export function Tabs<V extends string>({ tabs, value, onValueChange, label, action, children, className }: Props<V>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onValueChange(next as V)} className={className}>
      <div className="flex items-center gap-3 border-b border-line px-5 max-sm:px-4">
        <Radix.List aria-label={label} className="flex min-w-0 flex-1 gap-5 overflow-x-auto [scrollbar-width:none]">
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              {...(tab.disabled === undefined ? {} : { disabled: tab.disabled })}
              className={cn(
                'inline-flex h-13 shrink-0 items-center gap-2 border-b-2 border-transparent text-body font-medium text-ink-muted',
                'hover:text-ink focus-visible:-outline-offset-2 disabled:opacity-50',
                'data-[state=active]:border-primary data-[state=active]:font-semibold data-[state=active]:text-ink',
              )}
            >
              {tab.label}
              {tab.count !== undefined && <Count>{tab.count}</Count>}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {action}
      </div>
      {children}
    </Radix.Root>
  )
}

export function TabPanel(props: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content {...props} />
}
