import type { PageImages } from '@foja/contracts/common'
import { useCallback, useState, type ReactNode } from 'react'
import { LazyPageText } from './lazy-page-text.tsx'

export type PageOf = PageImages['pages'][number]

/** Pages up to `upTo` load their text even if their image is not shown. */
type TextTurn = { upTo: number; onRead: (page: number) => void }

const mostPages = 100

/**
 * After the texts of the shown pages, those of the others load one at a time from the first, so that the browser finds
 * words on all pages of a usual document.
 */
export function useTextTurn(): TextTurn {
  const [read, setRead] = useState<ReadonlySet<number>>(new Set())
  const onRead = useCallback((page: number) => setRead((before) => new Set(before).add(page)), [])
  let upTo = read.size === 0 ? 0 : 1
  while (read.has(upTo) && upTo < mostPages) upTo += 1
  return { upTo, onRead }
}

/** Clockwise degrees. */
export type Turn = 0 | 90 | 180 | 270

export const isSideways = (turn: Turn) => turn === 90 || turn === 270

type Props = {
  page: PageOf
  /** Width in CSS pixels of the upright page; the height follows. */
  width: number
  alt: string
  /** Loads immediately instead of when it comes near the viewport. */
  eager?: boolean
  /** A blank page, for pages far from the current one. */
  bare?: boolean
  /** The URL may have expired: requests a new one. */
  onBroken?: (() => void) | undefined
  /** Adds the page's text over the image, after the image or in its turn. */
  text?: TextTurn | undefined
  /** Turns the page with all that lies over it. */
  turn?: Turn
  children?: ReactNode
}

/** A PDF page on white paper. It has its final size from the start, so that nothing moves when the image loads. */
export function PageImage({
  page,
  width,
  alt,
  eager = false,
  bare = false,
  onBroken,
  text,
  turn = 0,
  children,
}: Props) {
  const height = (width / page.width) * page.height
  const [failed, setFailed] = useState('')
  const [loaded, setLoaded] = useState(false)
  const content = (
    <>
      {!bare && (
        <img
          src={page.url}
          alt={alt}
          width={Math.round(width)}
          height={Math.round(height)}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'low'}
          decoding="async"
          draggable={false}
          className="block size-full select-none"
          onLoad={() => setLoaded(true)}
          onError={() => {
            // Once per URL: an image that always fails must not cause endless requests.
            if (failed === page.url) return
            setFailed(page.url)
            onBroken?.()
          }}
        />
      )}
      {text !== undefined && (loaded || page.page <= text.upTo) && (
        <LazyPageText image={page.url} page={page} onRead={text.onRead} />
      )}
      {children}
    </>
  )
  const size = isSideways(turn) ? { width: height, height: width } : { width, height }
  return (
    <div className="relative bg-white shadow-lift" style={size} data-page={page.page}>
      {turn === 0 ? (
        content
      ) : (
        <div
          className="absolute top-1/2 left-1/2"
          style={{ width, height, transform: `translate(-50%, -50%) rotate(${turn}deg)` }}
        >
          {content}
        </div>
      )}
    </div>
  )
}
