import type { Template } from '@foja/contracts/templates'
import type { TemplateField } from '@foja/contracts/template-fields'
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { PageImage } from '../../../shared/page-image.tsx'
import { useZoom } from '../../../shared/use-zoom.ts'
import { useTemplateFillTexts } from '../texts/template-fill.ts'
import { problemOf } from '../../../lib/api/call.ts'
import { toPagePoint, toPercent, type Size, type Point } from '../../../lib/files/geometry.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { LivePreview } from './use-live-preview.ts'
import { isFilledIn } from '../../../shared/template-form/entries.ts'

/** The field at a point of a page, in points from the top left; the topmost of overlapping ones. */
export const fieldAt = (fields: readonly TemplateField[], page: number, point: Point): TemplateField | undefined =>
  fields.findLast(
    (field) =>
      isFilledIn(field) &&
      field.page === page &&
      point.x >= field.x &&
      point.x <= field.x + field.width &&
      point.y >= field.y &&
      point.y <= field.y + field.height,
  )

type Props = {
  template: Template
  preview: LivePreview
  /** The focused field, which is marked on the page. */
  current: TemplateField | undefined
  /** A click on the page focuses the field at that point. */
  onField: (key: string) => void
  /** Above the pages. */
  actions: ReactNode
}

/** Preview of the document beside the form. */
export function FillPreview({ template, preview, current, onField, actions }: Props) {
  const texts = useTemplateFillTexts()
  const region = useRef<HTMLDivElement>(null)
  const sizes = template.page_sizes
  const zoom = useZoom(region, {
    width: Math.max(0, ...sizes.map(({ width }) => width)),
    height: Math.max(0, ...sizes.map(({ height }) => height)),
  })
  useShow(region, current)
  const { images } = preview
  const press = (page: { page: number } & Size) => (event: MouseEvent<HTMLElement>) => {
    const point = toPagePoint({ x: event.clientX, y: event.clientY }, event.currentTarget.getBoundingClientRect(), page)
    const found = fieldAt(template.fields, page.page, point)
    if (found !== undefined) onField(found.key)
  }
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col bg-muted dark:bg-canvas">
      {actions}
      <div
        ref={region}
        role="region"
        aria-label={texts.previewRegion}
        aria-busy={preview.updating}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
      >
        <div className="mx-auto flex w-fit flex-col items-center gap-5 px-8 py-5 max-md:px-3 max-md:pt-3">
          {sizes.map((size, at) => {
            const page = { ...size, page: at + 1 }
            const image = images?.pages[at]
            const width = size.width * zoom.scale
            // Pointer only: the form offers the same to the keyboard.
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
              <div key={page.page} onClick={press(page)}>
                <PageImage
                  page={image ?? { ...page, url: '' }}
                  width={width}
                  bare={image === undefined}
                  alt={texts.pageAlt(page.page, sizes.length)}
                  eager={page.page === (current?.page ?? 1)}
                  onBroken={preview.retry}
                >
                  {current?.page === page.page && <Mark field={current} page={size} />}
                </PageImage>
              </div>
            )
          })}
        </div>
      </div>
      <div className="pointer-events-none absolute inset-x-0 bottom-4 flex justify-center px-4">
        {preview.error !== null ? (
          <p
            role="status"
            className="pointer-events-auto flex items-center gap-3 rounded-lg bg-soft-error px-4 py-2 text-small text-on-soft-error"
          >
            {problemOf(preview.error)?.detail ?? texts.previewFailed}
            <Button size="sm" onClick={preview.retry}>
              {texts.retry}
            </Button>
          </p>
        ) : (
          preview.updating && (
            <p className="flex items-center gap-2 rounded-lg bg-float px-3 py-2 text-small text-on-dark">
              <Spinner label={null} /> {texts.updating}
            </p>
          )
        )}
      </div>
    </div>
  )
}

/** The frame around a field on the page. */
function Mark({ field, page }: { field: TemplateField; page: Size }) {
  const { left, top, width, height } = toPercent(field, page)
  return (
    <span
      aria-hidden
      data-mark={field.key}
      className="absolute border-2 border-gold-ink bg-primary/20"
      style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
    />
  )
}

/** Scrolls to the field when another one gets the focus. */
function useShow(region: React.RefObject<HTMLElement | null>, field: TemplateField | undefined) {
  const key = field?.key
  useEffect(() => {
    const element = region.current
    const mark = key === undefined ? null : element?.querySelector(`[data-mark="${key}"]`)
    if (element === null || mark === null || mark === undefined) return
    const [box, place] = [element.getBoundingClientRect(), mark.getBoundingClientRect()]
    if (place.top >= box.top && place.bottom <= box.bottom) return
    const top = element.scrollTop + place.top - box.top - (box.height - place.height) / 2
    element.scrollTo?.({ top, behavior: 'smooth' })
  }, [region, key])
}
