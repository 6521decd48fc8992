import type { FieldType } from '@foja/contracts/template-field-types'
import { useRef, useState, type PointerEvent } from 'react'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { cn } from '../../../ui/cn.ts'
import { fieldIcons } from './field-icons.ts'

type Props = {
  /** Adds a field in the centre of the visible part. */
  onAdd: (type: FieldType) => void
  /** The pointer went down on a type and may drag it to a page. `done` is called on release. */
  onDrag: (
    type: FieldType,
    event: globalThis.PointerEvent,
    button: HTMLElement,
    done: (dragged: boolean) => void,
  ) => void
}

/** In pairs; the type that most templates end with has its own row. */
const order: readonly FieldType[] = [
  'text',
  'multiline',
  'number',
  'date',
  'checkbox',
  'select',
  'image',
  'qr',
  'signature',
]

/** Every field type: click to add, or drag to a page. */
export function Palette({ onAdd, onDrag }: Props) {
  const words = useTemplateEditorTexts()
  const [dragging, setDragging] = useState<FieldType | null>(null)
  // The browser fires a click after a drag.
  const dragged = useRef(false)
  const down = (type: FieldType) => (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return
    dragged.current = false
    setDragging(type)
    onDrag(type, event.nativeEvent, event.currentTarget, (was) => {
      dragged.current = was
      setDragging(null)
    })
  }
  return (
    <section aria-label={words.palette} className="border-b border-line p-4">
      <h2 className="mb-2 font-semibold">{words.palette}</h2>
      <div className="grid grid-cols-2 gap-2">
        {order.map((type) => {
          const Icon = fieldIcons[type]
          return (
            <button
              key={type}
              type="button"
              aria-label={words.addField(type)}
              onPointerDown={down(type)}
              onClick={() => {
                if (!dragged.current) onAdd(type)
                dragged.current = false
              }}
              className={cn(
                'flex min-h-9 touch-none items-center gap-2 rounded-lg border px-2.5 text-small font-medium select-none pointer-coarse:min-h-11',
                type === 'signature' && 'col-span-full',
                dragging === type ? 'border-gold-ink bg-selected' : 'border-line hover:bg-muted',
              )}
            >
              <Icon
                aria-hidden
                className={cn(
                  'size-4.5',
                  dragging === type || type === 'signature' ? 'text-gold-ink' : 'text-ink-muted',
                )}
              />
              {words.types[type]}
            </button>
          )
        })}
      </div>
      <p className="mt-2 text-meta text-ink-muted">{words.paletteHint}</p>
    </section>
  )
}
