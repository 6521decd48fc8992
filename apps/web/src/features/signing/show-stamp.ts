import type { Rect } from '../../lib/files/geometry.ts'
import type { PageOf } from '../../shared/page-image.tsx'
import type { Zoom } from '../../shared/use-zoom.ts'

/** Zooms a phone's screen to the stamp, and centres it between the top bar (56 px) and the sheet, a third of it. */
export function showStamp(show: Zoom['show'], page: PageOf, rect: Rect): void {
  const { innerWidth: width, innerHeight: height } = window
  show(page, rect, width - 70, { x: width / 2, y: (56 + height * 0.65) / 2 })
}
