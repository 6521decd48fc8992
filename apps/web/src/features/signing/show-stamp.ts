import type { Rect } from '../../lib/files/geometry.ts'
import type { PageOf } from '../../shared/page-image.tsx'
import { sheetTop } from '../../shared/side-panel.tsx'
import type { Zoom } from '../../shared/use-zoom.ts'

/** Height in pixels of the top bar, and of the zoom buttons above the sheet. */
const [bar, buttons] = [56, 56]

/** Zooms a phone's screen to the stamp, and centres it between the top bar and the sheet. */
export function showStamp(show: Zoom['show'], page: PageOf, rect: Rect): void {
  const { innerWidth } = window
  const room = sheetTop() - bar - buttons
  const width = Math.min(innerWidth - 70, (room - 24) * (rect.width / rect.height))
  show(page, rect, width, { x: innerWidth / 2, y: bar + room / 2 })
}
