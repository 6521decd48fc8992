import type { StampPosition } from '@foja/contracts/signing'
import { defaultSize, keepInside, type Size } from '../../../lib/files/geometry.ts'
import { lastPlace } from '../last-place.ts'

/** Stamp positions that work for pages of any size. */
export const batchPlaces = ['last_right', 'last_left', 'first_right', 'remembered'] as const
export type BatchPlace = (typeof batchPlaces)[number]

type Page = { page: number } & Size

const edge = { x: 42, y: 56 }

/** The position in a document with these pages; null for a remembered position that does not fit. */
export function placeIn(place: BatchPlace, pages: readonly Page[]): StampPosition | null {
  if (place === 'remembered') {
    const last = lastPlace(pages)
    return last && { page: last.page, ...last.rect }
  }
  const page = place === 'first_right' ? pages[0] : pages.at(-1)
  if (page === undefined) return null
  const { width, height } = defaultSize
  const x = place === 'last_left' ? edge.x : page.width - width - edge.x
  return {
    page: place === 'first_right' ? 1 : 'last',
    ...keepInside({ x, y: page.height - height - edge.y, width, height }, page),
  }
}
