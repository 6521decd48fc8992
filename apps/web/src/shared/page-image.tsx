import type { PageImages } from '@foja/contracts/common'
import { useState, type ReactNode } from 'react'
import { apiAddress } from '../lib/api/runtime-config.ts'

export type PageOf = PageImages['pages'][number]

type Props = {
  page: PageOf
  /** Width on the screen in CSS pixels; the height follows. */
  width: number
  alt: string
  /** Drawn at once rather than when it comes near. */
  eager?: boolean
  /** White paper without its image: a page far from what is read. */
  bare?: boolean
  /** The address may have ended: asks for a new one. */
  onBroken?: (() => void) | undefined
  children?: ReactNode
}

/** A page of a PDF on white paper, in its final size from the start, so that nothing moves when the image comes. */
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
            // Once an address: a page that cannot be drawn must not be asked for without end.
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
