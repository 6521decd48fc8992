import { draftPrefix, getOwner } from '../../lib/owner.ts'

/** What is opened again; people are only searched for. */
const kinds = ['solicitud', 'document', 'template'] as const
/** A place that was opened out of the command bar, as it was shown then. */
export type RecentPlace = { kind: (typeof kinds)[number]; id: string; title: string; note: string }

const most = 6
/** As a draft: it ends when its person leaves or another one signs in. */
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

/** Puts a place first, once. */
export function keepRecentPlace(place: RecentPlace): void {
  const others = readRecentPlaces().filter(({ id }) => id !== place.id)
  try {
    sessionStorage.setItem(keyOf(), JSON.stringify([place, ...others].slice(0, most)))
  } catch {
    // The list then only knows what was searched for.
  }
}
