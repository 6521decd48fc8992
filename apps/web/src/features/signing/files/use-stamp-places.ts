import { useState } from 'react'
import type { Size } from '../../../lib/files/geometry.ts'
import { placeIn } from '../batch/batch-place.ts'
import { lastPlace, placeLike, relativePlace, type LastPlace } from '../last-place.ts'
import type { Placed } from '../use-placement.ts'

export type PlaceMode = 'same' | 'each'
type Pages = readonly ({ page: number } & Size)[]

/** Where the user signed last, else the bottom right of the last page. */
function suggest(pages: Pages): Placed | null {
  const corner = placeIn('last_right', [...pages])
  const last = pages.at(-1)
  if (corner === null || last === undefined) return null
  const { page: _last, ...rect } = corner
  return lastPlace(pages) ?? { page: last.page, rect }
}

/** Positions of the stamp in several documents: the same in all, or one for each. null: removed by the user. */
export function useStampPlaces() {
  const [mode, setMode] = useState<PlaceMode>('same')
  const [shared, setShared] = useState<LastPlace | null>()
  const [own, setOwn] = useState<ReadonlyMap<string, Placed | null>>(new Map())
  return {
    mode,
    setMode,
    /** The position in a document with these pages. A shared one on a page that is missing moves to its last page. */
    placeOf: (id: string, pages: Pages): Placed | null => {
      const placed = mode === 'each' ? own.get(id) : undefined
      if (placed !== undefined) return placed
      if (shared === null) return null
      const like = shared && (placeLike(shared, pages) ?? placeLike({ ...shared, fromEnd: 0 }, pages))
      return like ?? suggest(pages)
    },
    put: (id: string, placed: Placed | null, pages: number) => {
      if (mode === 'same') setShared(placed && relativePlace(placed, pages))
      else setOwn((before) => new Map(before).set(id, placed))
    },
    /** The stamp was removed in this document. */
    isMissing: (id: string) => (mode === 'each' && own.has(id) ? own.get(id) === null : shared === null),
    shared,
  }
}

export type StampPlaces = ReturnType<typeof useStampPlaces>
