import { keepInside, type Rect, type Size } from '../../lib/files/geometry.ts'
import { getOwner } from '../../lib/session/owner.ts'
import type { Placed } from './use-placement.ts'

/** Where a user last put a signature. The page is also counted from the end, because most users sign the last page. */
export type LastPlace = { page: number; fromEnd: number; rect: Rect }

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

/** The same place in a document with other pages: a last page stays the last one. */
export function placeLike(
  { page, fromEnd, rect }: LastPlace,
  pages: readonly ({ page: number } & Size)[],
): Placed | null {
  const like = fromEnd === 0 ? pages.at(-1) : pages[page - 1]
  return like === undefined ? null : { page: like.page, rect: keepInside(rect, like) }
}

export const relativePlace = ({ page, rect }: Placed, pages: number): LastPlace => ({
  page,
  fromEnd: pages - page,
  rect,
})

/** Stores the position for this user in this browser. */
export function rememberPlace(placed: Placed, pages: number): void {
  const owner = getOwner()
  if (owner === null) return
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(relativePlace(placed, pages)))
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
    return isPlace(place) ? placeLike(place, pages) : null
  } catch {
    return null
  }
}
