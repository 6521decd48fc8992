import {
  createContext,
  use,
  useEffect,
  useId,
  useRef,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { Count } from './badge.tsx'
import { cn } from './cn.ts'

type Tab<V extends string> = {
  value: V
  label: ReactNode
  count?: ReactNode
  disabled?: boolean
  /** With `figures`: under the label on wide screens. */
  note?: ReactNode
  /** With `figures`: the number calls for action. */
  late?: boolean
}

type Props<V extends string> = {
  tabs: readonly Tab<V>[]
  value: V
  onValueChange: (value: V) => void
  /** Label of the tab list. */
  label: string
  /** Before the tabs on wide screens: what they are about. */
  title?: ReactNode
  /** At the right on wide screens: a small button. */
  action?: ReactNode
  /** Tabs of 72 px with a large number instead of a row of 52 px. */
  figures?: boolean
  /** The first tab begins at the left edge: on a page instead of in a card. */
  flush?: boolean
  /** One TabPanel per tab. */
  children?: ReactNode
  className?: string
}

/** Scroll margin in pixels at both ends. */
const edge = 20

const TabsContext = createContext<{ id: string; value: string } | null>(null)

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** A row of 52 px with a gold line under the open tab; arrow keys move along it. Keep the open tab in the address. */
export function Tabs<V extends string>(props: Props<V>) {
  const {
    tabs,
    value,
    onValueChange,
    label,
    title,
    action,
    figures = false,
    flush = false,
    children,
    className,
  } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // Scrolls the open tab into view if not all fit.
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector(`[data-tab="${value}"]`)?.getBoundingClientRect()
    if (row === null || tab === undefined) return
    const { left, right } = row.getBoundingClientRect()
    row.scrollLeft += Math.max(0, tab.right + edge - right) + Math.min(0, tab.left - edge - left)
  }, [value])
  const onKeyDown = (event: KeyboardEvent) => {
    const open = tabs.filter((tab) => tab.disabled !== true)
    const at = open.findIndex((tab) => tab.value === value)
    const next = open[steps[event.key]?.(at, open.length) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    onValueChange(next.value)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.value}"]`)?.focus()
  }
  return (
    <TabsContext value={{ id, value }}>
      <div data-print="flow" className={className}>
        <div data-print="hide" className="flex items-center border-b border-line">
          {title !== undefined && <h2 className="pl-5 text-section font-semibold max-sm:hidden">{title}</h2>}
          <div
            ref={list}
            role="tablist"
            aria-label={label}
            tabIndex={-1}
            onKeyDown={onKeyDown}
            className={cn(
              'tab-row min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]',
              !flush && 'rounded-lg',
              figures
                ? 'grid auto-cols-[minmax(25%,1fr)] grid-flow-col divide-x divide-line'
                : ['flex', !flush && 'px-5 max-sm:px-4', tabs.length > 4 ? 'gap-4' : 'gap-5'],
            )}
          >
            {tabs.map((tab) => (
              <button
                key={tab.value}
                type="button"
                role="tab"
                id={`${id}-${tab.value}`}
                data-tab={tab.value}
                aria-selected={tab.value === value}
                aria-controls={`${id}-${tab.value}-panel`}
                tabIndex={tab.value === value ? 0 : -1}
                disabled={tab.disabled}
                onClick={() => onValueChange(tab.value)}
                className={cn(
                  'text-ink-muted hover:text-ink focus-visible:-outline-offset-2 disabled:opacity-50 aria-selected:text-ink',
                  figures
                    ? 'group min-h-18 min-w-0 px-5 pt-2.5 text-left hover:bg-canvas max-sm:px-2.5'
                    : '-mb-px inline-flex h-13 shrink-0 items-center gap-2 border-b-2 border-transparent text-body font-medium aria-selected:border-primary aria-selected:font-semibold',
                )}
              >
                {figures ? (
                  <FigureTab {...tab} />
                ) : (
                  <>
                    {tab.label}
                    {tab.count !== undefined && <Count>{tab.count}</Count>}
                  </>
                )}
              </button>
            ))}
          </div>
          {action !== undefined && <div className="pr-4 max-sm:hidden">{action}</div>}
        </div>
        {children}
      </div>
    </TabsContext>
  )
}

function FigureTab({ label, count, note, late = false }: Tab<string>) {
  return (
    <span className="flex h-full flex-col border-b-2 border-transparent pb-2 group-aria-selected:border-primary">
      <span className="flex min-w-0 items-baseline gap-x-2 max-sm:flex-col">
        <span className={cn('text-title font-semibold figures', late ? 'text-error-ink' : 'text-ink')}>{count}</span>{' '}
        {late && <span aria-hidden className="size-2 shrink-0 self-center rounded-full bg-error max-sm:hidden" />}
        <span className="max-w-full truncate font-medium group-aria-selected:font-semibold max-sm:text-meta max-sm:tracking-tight">
          {label}
        </span>
      </span>{' '}
      <span className="truncate text-small text-ink-muted max-sm:hidden">{note}</span>
    </span>
  )
}

/** The content of a tab; only the open one is rendered. */
export function TabPanel({ value, ...rest }: ComponentProps<'div'> & { value: string }) {
  const tabs = use(TabsContext)
  if (tabs?.value !== value) return null
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a panel may hold nothing that takes the focus
  return (
    <div
      {...rest}
      role="tabpanel"
      id={`${tabs.id}-${value}-panel`}
      aria-labelledby={`${tabs.id}-${value}`}
      tabIndex={0}
    />
  )
}
