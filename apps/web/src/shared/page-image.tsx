import type { PageImages } from '@foja/contracts/common'
import { useState, type ReactNode } from 'react'
import { apiAddress } from '../lib/api/runtime-config.ts'

export type PageOf = PageImages['pages'][number]

type Props = {
  page: PageOf
  /** Width in CSS pixels; the height follows. */
  width: number
  alt: string
  /** Loads immediately instead of when it comes near the viewport. */
  eager?: boolean
  /** A blank page, for pages far from the current one. */
  bare?: boolean
  /** The URL may have expired: requests a new one. */
  onBroken?: (() => void) | undefined
  children?: ReactNode
}

/** A PDF page on white paper. It has its final size from the start, so that nothing moves when the image loads. */
export function PageImage({ page, width, alt, eager = false, bare = false, onBroken, children }: Props) {
  const height = (width / page.width) * page.height
  const [failed, setFailed] = useState('')
  return (
    <div className="relative bg-white shadow-lift" style={{ width, height }} data-page={page.page}>
      {!bare && (
        <img
          src={apiAddress(page.url)}
          alt={alt}
          width={Math.round(width)}
          height={Math.round(height)}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'low'}
          decoding="async"
          draggable={false}
          className="block size-full select-none"
          onError={() => {
            // Once per URL: an image that always fails must not cause endless requests.
            if (failed === page.url) return
            setFailed(page.url)
            onBroken?.()
          }}
        />
      )}
      {children}
    </div>
  )
}
