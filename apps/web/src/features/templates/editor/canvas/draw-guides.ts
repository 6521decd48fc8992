import type { Rect } from '../../../../lib/files/geometry.ts'
import type { Guide } from '../model/guides.ts'
import type { PageBox } from './page-boxes.ts'

function bar(left: number, top: number, width: number, height: number): HTMLElement {
  const element = document.createElement('div')
  element.className = 'absolute bg-danger'
  Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
  return element
}

/** A small label centred at a position over the page. */
function chip(text: string, left: number, top: number, look: string): HTMLElement {
  const element = document.createElement('div')
  element.className = `absolute rounded-sm px-1.5 text-tiny font-semibold whitespace-nowrap figures ${look}`
  element.textContent = text
  Object.assign(element.style, { left: `${left}px`, top: `${top}px` })
  return element
}

/** Minimum length in CSS pixels of a distance with a label in its middle. */
const [wide, high] = [44, 22]
/** How far a guide extends beyond the edges that it aligns, in CSS pixels. */
const beyond = 12

function drawGuide(guide: Guide, page: PageBox, scale: number): HTMLElement[] {
  const { axis, at, from, to, kind } = guide
  const [begin, length] = [from * scale, (to - from) * scale]
  if (kind === 'line') {
    return axis === 'x'
      ? [bar(page.left + at * scale, page.top + begin - beyond, 1, length + 2 * beyond)]
      : [bar(page.left + begin - beyond, page.top + at * scale, length + 2 * beyond, 1)]
  }
  const [left, top] =
    axis === 'x' ? [page.left + begin, page.top + at * scale] : [page.left + at * scale, page.top + begin]
  const line = axis === 'x' ? bar(left, top, length, 1) : bar(left, top, 1, length)
  const text = `${Math.round(to - from)} pt`
  const look = 'bg-danger text-on-danger'
  // Centred on the line, or beside it where it would cover its ends.
  if (axis === 'x')
    return [line, chip(text, left + length / 2, top + (length < wide ? 12 : 0), `-translate-1/2 ${look}`)]
  return length < high
    ? [line, chip(text, left + 6, top + length / 2, `-translate-y-1/2 ${look}`)]
    : [line, chip(text, left, top + length / 2, `-translate-1/2 ${look}`)]
}

/** Draws the snapping guides of a drag over the page. */
export function drawGuides(layer: HTMLElement, guides: readonly Guide[], page: PageBox, scale: number): void {
  layer.replaceChildren(...guides.flatMap((guide) => drawGuide(guide, page, scale)))
}

/** Draws size or position beside a rectangle. */
export function drawMeasure(layer: HTMLElement, text: string, rect: Rect, page: PageBox, scale: number): void {
  layer.append(
    chip(
      text,
      page.left + (rect.x + rect.width) * scale,
      page.top + (rect.y + rect.height) * scale + 8,
      '-translate-x-1/2 bg-float py-0.5 text-on-dark',
    ),
  )
}

/** Adds a layer to the overlay for one drag. */
export function addLayer(overlay: HTMLElement): HTMLElement {
  const layer = document.createElement('div')
  overlay.append(layer)
  return layer
}
