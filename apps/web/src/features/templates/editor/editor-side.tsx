import type { PageImages } from '@foja/contracts/common'
import { useMemo, useEffect, useRef, useState, type PointerEvent } from 'react'
import type { FieldType } from '@foja/contracts/template-field-types'
import type { Canvas } from './canvas/use-canvas.ts'
import { FieldList } from './field-list.tsx'
import { fieldsOn } from './model/document.ts'
import { documentOf, selectionOf, type EditorState } from './model/editor.ts'
import type { Act } from './use-editor.ts'
import type { usePalette } from './use-palette.ts'
import { PageImage } from '../../../shared/page-image.tsx'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import type { Size } from '../../../lib/files/geometry.ts'
import { cn } from '../../../ui/cn.ts'
import { fieldIcons } from './field-icons.ts'
import type { Template } from '@foja/contracts/templates'
import { X } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { VersionsList } from '../components/versions-list.tsx'

type VersionsPanelProps = {
  template: Template
  shown: number
  onSee: (version: number) => void
  onRestored: (template: Template) => void
  onClose: () => void
}

/** All versions, beside the pages. */
export function VersionsPanel({ template, shown, onSee, onRestored, onClose }: VersionsPanelProps) {
  const words = useTemplateEditorTexts()
  return (
    <>
      <header className="mb-3 flex min-h-13 items-center gap-2 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="min-w-0 flex-1 font-semibold">{words.versions}</h2>
        <IconButton label={words.closeVersions} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <div className="px-4">
        <VersionsList template={template} shown={shown} onSee={onSee} onRestored={onRestored} />
      </div>
    </>
  )
}

type PageStripProps = {
  pages: readonly Size[]
  images: PageImages | undefined
  /** Number of fields per page. */
  counts: ReadonlyMap<number, number>
  current: number
  onGo: (page: number) => void
}

const width = 48
/** Thumbnails with an image before and after the current page; the others are blank. */
const around = 12

/** Page thumbnails; the current one has a gold frame. */
function PageStrip({ pages, images, counts, current, onGo }: PageStripProps) {
  const words = useTemplateEditorTexts()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when another page is the current one
  }, [current])
  if (pages.length < 2) return null
  return (
    <nav aria-label={words.pages} className="shrink-0 border-t border-line">
      <ol ref={list} className="flex items-end gap-2 overflow-x-auto px-4 py-3">
        {pages.map((size, at) => {
          const page = at + 1
          const image = images?.pages[at]
          const isCurrent = page === current
          return (
            <li key={page}>
              <button
                type="button"
                aria-label={words.goToPage(page, counts.get(page) ?? 0)}
                aria-current={isCurrent ? 'page' : undefined}
                onClick={() => onGo(page)}
                className="flex flex-col items-center gap-1 text-meta [&_*]:[box-shadow:none]"
              >
                <span className={cn('rounded-sm border-2', isCurrent ? 'border-gold-ink' : 'border-line')}>
                  <PageImage
                    page={{ page, ...size, url: image?.url ?? '' }}
                    width={width}
                    alt=""
                    bare={image === undefined || Math.abs(page - current) > around}
                  />
                </span>
                <span className={isCurrent ? 'font-semibold' : 'text-ink-muted'}>{page}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

type PaletteProps = {
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
function Palette({ onAdd, onDrag }: PaletteProps) {
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

type Props = {
  canvas: Canvas
  palette: ReturnType<typeof usePalette>
  state: EditorState
  act: Act
  images: PageImages | undefined
  page: number
  onGo: (page: number) => void
  wrong: ReadonlySet<string>
  mayEdit: boolean
}

/** The side column: palette, list of fields, and page thumbnails. */
export function EditorSide({ canvas, palette, state, act, images, page, onGo, wrong, mayEdit }: Props) {
  const { fields } = documentOf(state)
  const chosen = selectionOf(state)
  const selection = useMemo(() => new Set(chosen), [chosen])
  const counts = useMemo(() => {
    const found = new Map<number, number>()
    for (const field of fields) found.set(field.page, (found.get(field.page) ?? 0) + 1)
    return found
  }, [fields])
  return (
    <div className="flex w-58 shrink-0 flex-col border-r border-line bg-panel">
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {mayEdit && <Palette onAdd={palette.add} onDrag={palette.drag} />}
        <FieldList
          page={page}
          fields={fieldsOn(fields, page)}
          selection={selection}
          wrong={wrong}
          mayEdit={mayEdit}
          act={act}
          onField={canvas.focus}
        />
      </div>
      <PageStrip pages={state.pages} images={images} counts={counts} current={page} onGo={onGo} />
    </div>
  )
}
