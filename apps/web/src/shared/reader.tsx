import type { PageImages } from '@foja/contracts/common'
import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useDocumentsTexts } from './texts/documents.ts'
import { PageImage, useTextTurn, type PageOf, type Turn } from './page-image.tsx'
import { cn } from '../ui/cn.ts'
import { Skeleton } from '../ui/skeleton.tsx'

type Props = {
  ref: RefObject<HTMLDivElement | null>
  images: PageImages | undefined
  /** The current page. Images near it are fetched ahead; pages far from it are blank. */
  current?: number
  scale: number
  /** Turns the view of every page, not its print. */
  turn?: Turn
  /** All pages have their images, to be printed. */
  printed?: boolean
  onBroken: () => void
  /** Content over a page, e.g. the position of the signature. */
  overlay?: ((page: PageOf) => ReactNode) | undefined
  /** Class of the column of pages. */
  column?: string
  children?: ReactNode
}

/** Pages with an image before and after the current one, and how many are fetched at the same time. */
const [around, ahead] = [5, 2]

/** True while the page is printed: all pages need their images then. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const set = (on: boolean) => () => flushSync(() => setPrinting(on))
    const [begin, end] = [set(true), set(false)]
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}

/** The pages in a column. They have their final size before the images load. */
export function Reader(props: Props) {
  const { ref, images, current = 1, scale, turn = 0, printed = false, onBroken, overlay, column, children } = props
  const documents = useDocumentsTexts()
  const printing = usePrinting() || printed
  const text = useTextTurn()
  return (
    <div className="relative flex min-w-0 flex-1 flex-col bg-muted dark:bg-canvas" data-print="flow">
      <div
        ref={ref}
        role="region"
        aria-label={documents.pages}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the keyboard
        tabIndex={0}
        data-print="flow"
        // A pinch zooms the pages, not the browser window.
        style={{ touchAction: 'pan-x pan-y' }}
        className="h-full min-h-0 flex-1 scroll-pt-5 overflow-auto focus-visible:-outline-offset-2"
      >
        <div
          data-print="flow"
          className={cn(
            'mx-auto flex w-fit flex-col items-center gap-5 px-8 py-5 max-md:px-3 max-md:pt-3 max-md:pb-[62dvh]',
            column,
          )}
        >
          {images === undefined ? (
            <div className="bg-white p-16" style={{ width: 595 * scale, height: 842 * scale, maxWidth: '100%' }}>
              <div className="flex flex-col gap-4 opacity-60" data-mode="light">
                <Skeleton className="mx-auto h-4 w-1/2" />
                {['a', 'b', 'c', 'd', 'e', 'f'].map((line) => (
                  <Skeleton key={line} className="h-2.5 w-full" />
                ))}
              </div>
            </div>
          ) : (
            images.pages.map((page) => (
              <PageImage
                key={page.page}
                page={page}
                width={page.width * scale}
                alt={documents.pageAlt(page.page, images.paginas)}
                eager={printing || Math.abs(page.page - current) <= ahead}
                bare={!printing && Math.abs(page.page - current) > around}
                onBroken={onBroken}
                text={text}
                turn={printing ? 0 : turn}
              >
                {overlay?.(page)}
              </PageImage>
            ))
          )}
        </div>
      </div>
      {children}
    </div>
  )
}
