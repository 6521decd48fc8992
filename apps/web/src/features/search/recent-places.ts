import { draftPrefix, getOwner } from '../../lib/session/owner.ts'

/** Kinds that are remembered; users are only searched for. */
const kinds = ['solicitud', 'document', 'template'] as const
/** A place opened from the command bar, as it was shown then. */
export type RecentPlace = { kind: (typeof kinds)[number]; id: string; title: string; note: string }

const most = 6
/** A draft key: it is cleared on sign-out and when another user signs in. */
const keyOf = () => `${draftPrefix}${getOwner() ?? ''}:recent-places`

const isPlace = (value: unknown): value is RecentPlace =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  kinds.some((kind) => kind === value.kind) &&
  'id' in value &&
  typeof value.id === 'string' &&
  'title' in value &&
  typeof value.title === 'string' &&
  'note' in value &&
  typeof value.note === 'string'

export function readRecentPlaces(): RecentPlace[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf()) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPlace).slice(0, most) : []
  } catch {
    return []
  }
}

/** Puts a place first and removes duplicates. */
export function keepRecentPlace(place: RecentPlace): void {
  const others = readRecentPlaces().filter(({ id }) => id !== place.id)
  try {
    sessionStorage.setItem(keyOf(), JSON.stringify([place, ...others].slice(0, most)))
  } catch {
    // Storage is unavailable: the list only shows search results.
  }
}
