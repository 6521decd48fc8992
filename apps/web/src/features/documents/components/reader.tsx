import type { PageImages } from '@foja/contracts/common'
import type { ReactNode, RefObject } from 'react'
import { useTexts } from '../../../i18n/texts.tsx'
import { PageImage, type PageOf } from '../../../domain/page-image.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type Props = {
  ref: RefObject<HTMLDivElement | null>
  images: PageImages | undefined
  scale: number
  onBroken: () => void
  /** What lies over a page: the place of the signature. */
  overlay?: ((page: PageOf) => ReactNode) | undefined
  children?: ReactNode
}

/** The pages one under the other, in their final size before the images come. */
export function Reader({ ref, images, scale, onBroken, overlay, children }: Props) {
  const { documents } = useTexts()
  return (
    <div className="relative flex min-w-0 flex-1 flex-col bg-muted dark:bg-canvas" data-print="flow">
      <div
        ref={ref}
        role="region"
        aria-label={documents.pages}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the keyboard
        tabIndex={0}
        data-print="flow"
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
                eager={page.page === 1}
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
