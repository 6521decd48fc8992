import { keepInside, type Rect, type Size } from '../../lib/files/geometry.ts'
import { getOwner } from '../../lib/session/owner.ts'
import type { Placed } from './use-placement.ts'

/** Where a user last put a signature. The page is also counted from the end, because most users sign the last page. */
type LastPlace = { page: number; fromEnd: number; rect: Rect }

const keyOf = (owner: string) => `foja-last-place:${owner}`

const isPlace = (value: unknown): value is LastPlace => {
  const place = value as Partial<LastPlace> | null
  const rect = place?.rect
  return (
    typeof place?.page === 'number' &&
    typeof place.fromEnd === 'number' &&
    [rect?.x, rect?.y, rect?.width, rect?.height].every((side) => typeof side === 'number' && Number.isFinite(side))
  )
}

/** Stores the position for this user in this browser. */
export function rememberPlace({ page, rect }: Placed, pages: number): void {
  const owner = getOwner()
  if (owner === null) return
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify({ page, fromEnd: pages - page, rect } satisfies LastPlace))
  } catch {
    // Storage is unavailable or full; the position is only a convenience.
  }
}

/** The stored position in a document with these pages; null if there is none or it does not fit. */
export function lastPlace(pages: readonly ({ page: number } & Size)[]): Placed | null {
  const owner = getOwner()
  if (owner === null) return null
  try {
    const place: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? 'null')
    if (!isPlace(place)) return null
    const page = pages[place.fromEnd === 0 ? pages.length - 1 : place.page - 1]
    return page === undefined ? null : { page: page.page, rect: keepInside(place.rect, page) }
  } catch {
    return null
  }
}
