import type { PageImages } from '@foja/contracts/common'
import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useTexts } from '../../../i18n/texts.tsx'
import { PageImage, type PageOf } from '../../../shared/page-image.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type Props = {
  ref: RefObject<HTMLDivElement | null>
  images: PageImages | undefined
  /** The page that is read: those beside it are fetched ahead, those far from it are white paper. */
  current?: number
  scale: number
  onBroken: () => void
  /** What lies over a page: the place of the signature. */
  overlay?: ((page: PageOf) => ReactNode) | undefined
  children?: ReactNode
}

/** Pages with an image before and after the one that is read, and how many of them are fetched at once. */
const [around, ahead] = [5, 2]

/** True while the page goes to paper, where every page of the document must be. */
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

/** The pages one under the other, in their final size before the images come. */
export function Reader({ ref, images, current = 1, scale, onBroken, overlay, children }: Props) {
  const { documents } = useTexts()
  const printing = usePrinting()
  return (
    <div className="relative flex min-w-0 flex-1 flex-col bg-muted dark:bg-canvas" data-print="flow">
      <div
        ref={ref}
        role="region"
        aria-label={documents.pages}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the keyboard
        tabIndex={0}
        data-print="flow"
        // Two fingers zoom the pages, not the whole window.
        style={{ touchAction: 'pan-x pan-y' }}
        className="h-full min-h-0 flex-1 scroll-pt-5 overflow-auto focus-visible:-outline-offset-2"
      >
        <div
          data-print="flow"
          className="mx-auto flex w-fit flex-col items-center gap-5 px-8 py-5 max-md:px-3 max-md:pt-3 max-md:pb-[62dvh]"
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
