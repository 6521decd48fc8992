import type { PageImages } from '@foja/contracts/common'
import type { CertificateDetails } from '@foja/contracts/signers'
import { useCallback, useEffect, useEffectEvent, type RefObject } from 'react'
import { lastPlace } from '../../features/signing/last-place.ts'
import { showStamp } from '../../features/signing/show-stamp.ts'
import type { Placed } from '../../features/signing/use-placement.ts'
import type { Signing } from '../../features/signing/use-signing.ts'
import { around, defaultSize } from '../../lib/files/geometry.ts'
import type { Zoom } from '../../shared/use-zoom.ts'
import { lazyPart, useFetchAhead } from '../../ui/lazy-part.ts'

export const AppearancePreview = lazyPart(
  async () => (await import('../../features/signing/components/appearance-preview.tsx')).AppearancePreview,
  'quiet',
)

type Options = {
  reader: RefObject<HTMLDivElement | null>
  images: PageImages | undefined
  current: number
  phone: boolean
  /** The signing panel is open. */
  signs: boolean
  signing: Signing
  /** The stored certificate; null for none, undefined while unknown. */
  stored: CertificateDetails | null | undefined
  zoom: Zoom
  /** The pages are not turned: a signature is only placed on upright pages. */
  upright: boolean
}

/** Whether the user can place the signature on the pages now, and the button that places it. */
export function useDocumentPlacing(options: Options) {
  const { reader, images, current, phone, signs, signing, stored, zoom, upright } = options
  const { placement, draft } = signing
  const { commit } = placement
  const certificate = draft.source === 'stored' ? (stored ?? null) : null
  // While it is unknown whether there is a certificate, placing is allowed; the position is kept.
  const unsure = draft.source === 'stored' && stored === undefined
  const wanted = signs && signing.mustPlace && (draft.source !== 'stored' || unsure || certificate !== null)
  const placing = wanted && upright

  // The preview, before the first position is chosen.
  useFetchAhead(AppearancePreview, placing && !unsure)

  const { show } = zoom
  const near = useCallback(
    ({ page: number, rect }: Placed) => {
      const page = images?.pages[number - 1]
      if (page !== undefined) showStamp(show, page, rect)
    },
    [show, images],
  )
  // Suggests the user's last signature position; Escape removes it.
  const untouched = placing && !unsure && placement.placed === null && !placement.canUndo
  useEffect(() => {
    const place = untouched && images !== undefined ? lastPlace(images.pages) : null
    if (place === null) return
    commit(place)
    if (phone) near(place)
  }, [untouched, images, commit, phone, near])
  // A stamp of the draft.
  const nearKept = useEffectEvent(() => {
    if (phone && placing && placement.placed !== null) near(placement.placed)
  })
  useEffect(() => {
    if (images !== undefined) nearKept()
  }, [images])

  const placeHere = () => {
    const page = images?.pages[current - 1]
    if (page === undefined) return
    const middle = { x: page.width - defaultSize.width / 2 - 56, y: page.height - defaultSize.height / 2 - 72 }
    const place = { page: current, rect: around(middle, page) }
    commit(place)
    if (phone) near(place)
    // Keyboard shortcuts act on the focused element.
    requestAnimationFrame(() => {
      const box = reader.current?.querySelector<HTMLElement>('[role=application]')
      box?.focus({ preventScroll: true })
      if (!phone) box?.scrollIntoView({ block: 'center' })
    })
  }
  return {
    placing,
    certificate,
    ready: placing && !unsure,
    turned: wanted && !upright,
    waiting: signs && draft.field !== null,
    placeHere,
    near,
    phone,
  }
}

export type DocumentPlacing = ReturnType<typeof useDocumentPlacing>
