import type { PageImages } from '@foja/contracts/common'
import { useEffect, useRef, useState } from 'react'
import { useDocumentsTexts } from '../../../shared/texts/documents.ts'
import { PageImage } from '../../../shared/page-image.tsx'
import { cn } from '../../../ui/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

type Props = { images: PageImages | undefined; current: number; onGo: (page: number) => void }

const width = 84
/** Thumbnails with an image before and after the current page; the others are blank. */
const around = 12

/** The column of page thumbnails; the current one has a gold frame. */
export function Thumbnails({ images, current, onGo }: Props) {
  const documents = useDocumentsTexts()
  const list = useRef<HTMLOListElement>(null)
  // The middle thumbnail after the user scrolled the column.
  const [seen, setSeen] = useState<number | null>(null)
  useEffect(() => {
    setSeen(null)
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when another page is the current one
  }, [current])
  return (
    <nav
      aria-label={documents.pages}
      data-print="hide"
      onScroll={({ currentTarget: column }) => {
        const count = images?.paginas ?? 0
        // Rounded to steps, so that few scroll events cause a render.
        setSeen(Math.round((((column.scrollTop + column.clientHeight / 2) / column.scrollHeight) * count) / 4) * 4)
      }}
      className="w-33 shrink-0 overflow-y-auto border-r border-line bg-panel py-4 max-xl:hidden"
    >
      <ol ref={list} className="flex flex-col items-center gap-4">
        {images === undefined ? (
          <li>
            <Skeleton className="h-30 w-21" />
          </li>
        ) : (
          images.pages.map((page) => (
            <li key={page.page}>
              <button
                type="button"
                aria-label={documents.goToPage(page.page)}
                aria-current={page.page === current ? 'page' : undefined}
                onClick={() => onGo(page.page)}
                className="flex flex-col items-center gap-1.5 text-small"
              >
                <span
                  className={cn(
                    'rounded-lg border-2 p-1 [&_*]:shadow-none',
                    page.page === current ? 'border-gold-ink' : 'border-transparent',
                  )}
                >
                  <span className="block border border-line">
                    <PageImage
                      page={page}
                      width={width}
                      alt=""
                      bare={Math.abs(page.page - (seen ?? current)) > around}
                    />
                  </span>
                </span>
                <span className={page.page === current ? 'font-semibold' : 'text-ink-muted'}>{page.page}</span>
              </button>
            </li>
          ))
        )}
      </ol>
    </nav>
  )
}
