import type { PageImages } from '@foja/contracts/common'
import { useEffect, useRef } from 'react'
import { PageImage } from '../../../shared/page-image.tsx'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import type { Size } from '../../../lib/files/geometry.ts'
import { cn } from '../../../ui/cn.ts'

type Props = {
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
export function PageStrip({ pages, images, counts, current, onGo }: Props) {
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
