import type { DraftRecipient } from '../../features/signing-requests/draft.ts'
import type { Placed } from '../../features/signing/use-placement.ts'
import { around, defaultSize, type Rect, type Size } from '../../lib/files/geometry.ts'

export type Places = DraftRecipient['places']

export type PlacedDocument = { id_documento: string; nombre: string; pdf_path: string }

/** The places of a recipient with that of one document replaced, or without it. */
export const withPlace = (places: Places, id_documento: string, placed: Placed | null): Places => [
  ...places.filter((one) => one.id_documento !== id_documento),
  ...(placed === null ? [] : [{ id_documento, position: { page: placed.page, ...placed.rect } }]),
]

/** The place in one document of so many pages. */
export function placedOf(places: Places, id_documento: string, pages: number): Placed | null {
  const place = places.find((one) => one.id_documento === id_documento)
  if (place === undefined) return null
  const { page, ...rect } = place.position
  return { page: page === 'last' ? pages : page, rect }
}

const meets = (a: Rect, b: Rect) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Distances from the edges of the page, and between two places above each other. */
const [aside, below, gap] = [56, 72, 44]

/** At the end of a page: the first of two columns from the bottom that is free, else its first. */
export function proposePlace(page: { page: number } & Size, taken: readonly Placed[]): Placed {
  const { width, height } = defaultSize
  const rows = Math.max(1, Math.floor((page.height - 2 * below) / (height + gap)))
  const spots = Array.from({ length: rows }, (_, row) => {
    const y = page.height - below - height / 2 - row * (height + gap)
    return [aside + width / 2, page.width - aside - width / 2].map((x) => around({ x, y }, page))
  }).flat()
  const others = taken.filter((one) => one.page === page.page)
  const free = spots.find((spot) => others.every(({ rect }) => !meets(rect, spot)))
  return { page: page.page, rect: free ?? spots[0] ?? around({ x: 0, y: 0 }, page) }
}
