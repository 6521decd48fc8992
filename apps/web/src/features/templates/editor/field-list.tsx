import { CircleAlert, GripVertical } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { Count } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'
import { fieldIcons } from './field-icons.ts'
import type { EditorField } from './model/document.ts'
import type { EditorAction } from './model/editor.ts'

/** Drop target of a row: before another one, or after the last. */
type Drop = { id: string; before: string | null }

/** The first row whose middle is below the pointer; null past the last. */
function rowBelow(list: HTMLElement, y: number): string | null {
  for (const row of list.querySelectorAll<HTMLElement>('[data-row]')) {
    const { top, height } = row.getBoundingClientRect()
    if (y < top + height / 2) return row.dataset['row'] ?? null
  }
  return null
}

/** Drags rows of a list to another place; all selected rows move together. */
function useReorder(
  list: RefObject<HTMLElement | null>,
  fields: readonly EditorField[],
  selection: ReadonlySet<string>,
  act: (action: EditorAction) => void,
) {
  const [drop, setDrop] = useState<Drop | null>(null)
  const handlers = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrop({ id, before: id })
    },
    onPointerMove: (event: PointerEvent) => {
      if (drop?.id === id && list.current !== null) setDrop({ id, before: rowBelow(list.current, event.clientY) })
    },
    onPointerUp: () => {
      if (drop?.id === id && drop.before !== id) {
        const ids = selection.has(id) ? fields.filter((one) => selection.has(one.id)).map((one) => one.id) : [id]
        act({ type: 'put-before', ids, before: drop.before })
      }
      setDrop(null)
    },
    onPointerCancel: () => setDrop(null),
    // The click at the end of a drag must not select the row.
    onClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
  })
  return { drop, handlers }
}

type Props = {
  page: number
  fields: readonly EditorField[]
  selection: ReadonlySet<string>
  wrong: ReadonlySet<string>
  mayEdit: boolean
  act: (action: EditorAction) => void
  /** On Enter: focuses the field on its page. */
  onField: (id: string) => void
}

/** The fields of a page in tab order; reordered by drag, or with Alt and arrow keys. */
export function FieldList({ page, fields, selection, wrong, mayEdit, act, onField }: Props) {
  const words = useTemplateEditorTexts()
  const list = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const { drop, handlers } = useReorder(list, fields, selection, act)
  const tabbed = fields.find(({ id }) => id === focused) ?? fields.find(({ id }) => selection.has(id)) ?? fields[0]

  const go = (at: number) => {
    const id = fields[Math.min(Math.max(at, 0), fields.length - 1)]?.id
    list.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = fields.findIndex(({ id }) => id === focused)
    const field = fields[at]
    if (field === undefined || event.ctrlKey || event.metaKey) return
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by !== 0) {
      if (!event.altKey) go(at + by)
      else if (mayEdit) act({ type: 'order', id: field.id, by })
    } else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(fields.length - 1)
    else if (event.key === 'Enter') onField(field.id)
    else if (event.key === ' ') toggle(field.id, true)
    else if (event.key === 'Delete' && mayEdit && selection.has(field.id)) act({ type: 'remove' })
    else return
    event.preventDefault()
  }
  const toggle = (id: string, adds: boolean) => {
    const ids = adds ? (selection.has(id) ? [...selection].filter((one) => one !== id) : [...selection, id]) : [id]
    act({ type: 'select', ids })
  }

  return (
    <section aria-label={words.fieldsOfPage(page)} className="flex min-h-28 flex-1 flex-col pt-3">
      <div className="flex items-center justify-between px-4 pb-2">
        <h2 className="font-semibold">{words.inPage(page)}</h2>
        <Count>{fields.length}</Count>
      </div>
      {fields.length === 0 ? (
        <p className="px-4 text-small text-ink-muted">{words.noFields}</p>
      ) : (
        <div
          ref={list}
          role="listbox"
          aria-multiselectable
          aria-label={words.fieldsOfPage(page)}
          // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- global in ARIA 1.3
          aria-description={mayEdit ? words.listKeys : undefined}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          className="min-h-0 flex-1 overflow-y-auto px-2 pb-2"
        >
          {fields.map((field, at) => {
            const Icon = fieldIcons[field.type]
            const chosen = selection.has(field.id)
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list handles the keys
              <div
                key={field.id}
                role="option"
                aria-selected={chosen}
                aria-label={words.listItem(field.label, field.type, at + 1, fields.length)}
                data-row={field.id}
                tabIndex={field === tabbed ? 0 : -1}
                onFocus={() => setFocused(field.id)}
                onClick={(event) => {
                  const adds = event.shiftKey || event.ctrlKey || event.metaKey
                  toggle(field.id, adds)
                  if (!adds) onField(field.id)
                }}
                className={cn(
                  'relative flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 text-small pointer-coarse:h-11',
                  chosen ? 'bg-muted font-semibold' : 'hover:bg-muted',
                  drop?.before === field.id && 'border-t-2 border-primary',
                  drop?.before === null && at === fields.length - 1 && 'border-b-2 border-primary',
                )}
              >
                <Icon aria-hidden className={cn('size-4', chosen ? 'text-gold-ink' : 'text-ink-muted')} />
                <span className="min-w-0 flex-1 truncate">{field.label}</span>
                {wrong.has(field.id) && (
                  <CircleAlert role="img" aria-label={words.wrong} className="size-4 text-error-ink" />
                )}
                {mayEdit && (
                  <span
                    aria-hidden
                    className="flex cursor-move touch-none p-1 text-ink-muted drag-row"
                    {...handlers(field.id)}
                  >
                    <GripVertical className="size-4" />
                  </span>
                )}
              </div>
            )
          })}
        </div>
      )}
    </section>
  )
}
