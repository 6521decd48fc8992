import { keepInside, type Rect, type Size } from '../../lib/files/geometry.ts'
import { getOwner } from '../../lib/session/owner.ts'
import type { Placed } from './use-placement.ts'

/** Where a person last put a signature: which page counted from the end too, as the last page is where most sign. */
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

/** Keeps it for this person in this browser. */
export function rememberPlace({ page, rect }: Placed, pages: number): void {
  const owner = getOwner()
  if (owner === null) return
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify({ page, fromEnd: pages - page, rect } satisfies LastPlace))
  } catch {
    // Storage is closed or full: nothing is lost but a convenience.
  }
}

/** The same place in a document with those pages; null when there is none yet, or it does not fit. */
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
