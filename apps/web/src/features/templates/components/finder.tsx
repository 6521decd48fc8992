import { Search } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'

type Props<T> = {
  label: string
  hint?: string
  placeholder: string
  /** Label of the list for screen readers. */
  listLabel: string
  text: string
  onText: (text: string) => void
  /** The results; undefined while loading. */
  items: readonly T[] | undefined
  itemKey: (item: T) => string
  children: (item: T) => ReactNode
  /** Shown instead of an empty list. */
  nothing: string
  disabled?: boolean
  onChoose: (item: T) => void
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** A search with a result list that is always open: a combobox (ARIA APG). */
export function Finder<T>(props: Props<T>) {
  const { label, hint, placeholder, listLabel, text, onText, items, itemKey, nothing, disabled = false } = props
  const [at, setAt] = useState(0)
  const id = useId()
  const count = items?.length ?? 0
  const active = Math.min(at, count - 1)
  const choose = (item: T | undefined) => {
    if (item !== undefined && !disabled) props.onChoose(item)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step !== undefined && count > 0) {
      const next = (active + step + count) % count
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(items?.[active])
    else return
    event.preventDefault()
  }
  return (
    <div className="flex min-h-0 flex-col gap-3">
      <Field label={label} hint={hint}>
        <Input
          type="text"
          role="combobox"
          aria-expanded={count > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          icon={<Search />}
          placeholder={placeholder}
          maxLength={200}
          value={text}
          onChange={(event) => {
            onText(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </Field>
      {items === undefined ? (
        <SkeletonList rows={4} />
      ) : (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={listLabel}
          tabIndex={-1}
          className={cn('max-h-80 overflow-y-auto rounded-lg border border-line', count === 0 && 'hidden')}
        >
          {items.map((item, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox input handles the keys
            <div
              key={itemKey(item)}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              aria-disabled={disabled || undefined}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onMouseEnter={() => setAt(index)}
              onClick={() => choose(item)}
              className={cn(
                'flex min-h-14 cursor-pointer items-center gap-3 px-3 py-1.5 [&_svg]:size-4.5 [&>svg]:text-ink-muted',
                index === active && 'bg-muted',
              )}
            >
              {props.children(item)}
            </div>
          ))}
        </div>
      )}
      <output className={items !== undefined && count === 0 ? 'text-small text-ink-muted' : 'sr-only'}>
        {items !== undefined && count === 0 ? nothing : ''}
      </output>
    </div>
  )
}

/** The two lines of a result: name and distinguishing note. */
export function FinderLines({ title, note }: { title: string; note: string }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium">{title}</span>
      <span className="block truncate text-small text-ink-muted">{note}</span>
    </span>
  )
}
