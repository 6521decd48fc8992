import type { PageImages } from '@foja/contracts/common'
import { useMemo, type FocusEvent, type KeyboardEvent, type ReactNode, useSyncExternalStore } from 'react'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { PageImage } from '../../../../shared/page-image.tsx'
import { useTemplateEditorTexts } from '../../texts/template-editor.ts'
import { documentOf, selectionOf, type EditorState } from '../model/editor.ts'
import { type EditorField, boundsOf } from '../model/document.ts'
import type { Act } from '../use-editor.ts'
import type { Canvas } from './use-canvas.ts'
import type { Size } from '../../../../lib/files/geometry.ts'
import { BoxHandles, placeOf, FieldBox, FieldSheet } from './field-box.tsx'
import type { Preview } from './preview.ts'

type SelectionFrameProps = {
  number: number
  /** The selected fields of the page. */
  fields: readonly EditorField[]
  page: Size
  preview: Preview
}

/** The frame around several selected fields of a page, with its handles. Keyboard users have shortcuts instead. */
function SelectionFrame({ number, fields, page, preview }: SelectionFrameProps) {
  const shown = useSyncExternalStore(preview.subscribe, preview.read)
  const round = boundsOf(fields.map((field) => shown?.get(field.id) ?? field))
  if (round === null) return null
  return (
    <div
      aria-hidden
      data-frame={number}
      style={placeOf(round, page)}
      className="pointer-events-none absolute z-2 @container-[size] border border-gold-ink"
    >
      <BoxHandles />
    </div>
  )
}

type FieldLayerProps = {
  number: number
  size: Size
  fields: readonly EditorField[]
  locale: TemplateLocale
  today: string
  selection: ReadonlySet<string>
  active: string | undefined
  wrong: ReadonlySet<string>
  mayEdit: boolean
  preview: Preview
}

/** The fields of a page in tab order: their appearance, and above it the interactive boxes. */
function FieldLayer(props: FieldLayerProps) {
  const { number, size, fields, locale, today, selection, active, wrong, mayEdit, preview } = props
  const templateEditor = useTemplateEditorTexts()
  if (fields.length === 0) return null
  const several = selection.size > 1 ? fields.filter(({ id }) => selection.has(id)) : []
  return (
    <div data-mode="light" className="absolute inset-0 text-ink">
      <div aria-hidden className="absolute inset-0">
        {fields.map((field) => (
          <FieldSheet
            key={field.id}
            field={field}
            page={size}
            locale={locale}
            today={today}
            selected={selection.has(field.id)}
            wrong={wrong.has(field.id)}
            preview={preview}
          />
        ))}
      </div>
      <div
        role="listbox"
        aria-multiselectable
        aria-label={templateEditor.fieldsOfPage(number)}
        className="absolute inset-0"
      >
        {fields.map((field) => (
          <FieldBox
            key={field.id}
            field={field}
            page={size}
            selected={selection.has(field.id)}
            alone={selection.size === 1 && selection.has(field.id)}
            active={active === field.id}
            mayEdit={mayEdit}
            preview={preview}
          />
        ))}
      </div>
      {mayEdit && several.length > 0 && (
        <SelectionFrame number={number} fields={several} page={size} preview={preview} />
      )}
    </div>
  )
}

type Props = {
  canvas: Canvas
  state: EditorState
  act: Act
  images: PageImages | undefined
  onBroken: () => void
  /** The current page. */
  current: number
  /** CSS pixels per point. */
  scale: number
  today: string
  /** Grid spacing in points; 0 without a grid. */
  grid: number
  /** Ids of fields with problems. */
  wrong: ReadonlySet<string>
  mayEdit: boolean
  /** Below the pages. */
  foot: ReactNode
  /** Above the pages: notices. */
  children?: ReactNode
}

/** How many pages before and after the current one have images, and how many have fields. */
const [withImage, withFields] = [5, 2]

const none: readonly EditorField[] = []

function byPage(fields: readonly EditorField[]): ReadonlyMap<number, readonly EditorField[]> {
  const pages = new Map<number, EditorField[]>()
  for (const field of fields) {
    const here = pages.get(field.page)
    if (here === undefined) pages.set(field.page, [field])
    else here.push(field)
  }
  return pages
}

/** A dotted grid as a background of the page. */
const gridStyle = (grid: number, scale: number) => ({
  backgroundImage: 'radial-gradient(circle, var(--control) 0.5px, transparent 0.5px)',
  backgroundSize: `${grid * scale}px ${grid * scale}px`,
  backgroundPosition: `${(-grid * scale) / 2}px ${(-grid * scale) / 2}px`,
})

/** The pages in a column with their fields. Only those near the current one are rendered. */
export function EditorCanvas(props: Props) {
  const { canvas, state, act, images, onBroken, current, scale, today, grid, wrong, mayEdit, foot, children } = props
  const templateEditor = useTemplateEditorTexts()
  const { fields, locale } = documentOf(state)
  const chosen = selectionOf(state)
  const pages = useMemo(() => byPage(fields), [fields])
  const selection = useMemo(() => new Set(chosen), [chosen])
  const [first] = fields
  const active = canvas.active === null ? first : fields.find(({ id }) => id === canvas.active)

  const onKeyDown = (event: KeyboardEvent) => {
    const run = canvas.keyAction(event)
    if (run === undefined) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  const onKeyUp = () => act({ type: 'seal' })
  const onFocus = ({ target }: FocusEvent) => canvas.onFocus(target)
  const onBlur = ({ target, currentTarget, relatedTarget }: FocusEvent) =>
    canvas.onBlur(target, !currentTarget.contains(relatedTarget))

  return (
    <div className="@container relative flex min-w-0 flex-1 flex-col bg-muted dark:bg-canvas">
      {children}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of its fields */}
      <div
        ref={canvas.scroller}
        role="region"
        aria-label={templateEditor.canvas}
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- global in ARIA 1.3
        aria-description={mayEdit ? templateEditor.canvasKeys : undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        onKeyUp={onKeyUp}
        onFocus={onFocus}
        onBlur={onBlur}
        style={{ touchAction: 'pan-x pan-y' }}
        className="h-full min-h-0 flex-1 scroll-pt-5 overflow-auto focus-visible:-outline-offset-2"
      >
        <div
          ref={canvas.content}
          className="relative mx-auto flex w-fit flex-col items-center gap-5 px-8 py-5 select-none page-column max-md:pt-3 max-md:pb-24"
        >
          {state.pages.map((size, at) => {
            const number = at + 1
            const image = images?.pages[at]
            const here = pages.get(number) ?? none
            const far = Math.abs(number - current)
            const drawn = far <= withFields || active?.page === number
            return (
              <PageImage
                key={number}
                page={{ page: number, ...size, url: image?.url ?? '' }}
                width={size.width * scale}
                alt={templateEditor.pageAlt(number, state.pages.length)}
                eager={far <= 1}
                bare={image === undefined || far > withImage}
                onBroken={onBroken}
              >
                {grid > 0 && mayEdit && drawn && (
                  <div className="pointer-events-none absolute inset-0 opacity-60" style={gridStyle(grid, scale)} />
                )}
                {drawn && (
                  <FieldLayer
                    number={number}
                    size={size}
                    fields={here}
                    locale={locale}
                    today={today}
                    selection={selection}
                    active={canvas.active === undefined ? undefined : active?.id}
                    wrong={wrong}
                    mayEdit={mayEdit}
                    preview={canvas.preview}
                  />
                )}
              </PageImage>
            )
          })}
          <div ref={canvas.overlay} aria-hidden className="pointer-events-none absolute inset-0 z-10" />
        </div>
      </div>
      {foot}
    </div>
  )
}
