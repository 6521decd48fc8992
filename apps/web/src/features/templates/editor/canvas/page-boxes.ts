import type { Point } from '../../../../lib/files/geometry.ts'

/** Position of a page in the canvas, in CSS pixels from its corner, independent of scrolling. */
export type PageBox = { page: number; left: number; top: number; width: number; height: number }

/** The position of each page, in order. */
export function readPages(content: HTMLElement): PageBox[] {
  const origin = content.getBoundingClientRect()
  return Array.from(content.querySelectorAll<HTMLElement>('[data-page]'), (element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { page: Number(element.dataset['page']), left: left - origin.left, top: top - origin.top, width, height }
  })
}

/** Converts window coordinates to canvas coordinates. */
export function toContent(content: HTMLElement, client: Point): Point {
  const { left, top } = content.getBoundingClientRect()
  return { x: client.x - left, y: client.y - top }
}

const outside = (value: number, from: number, length: number) => Math.max(from - value, value - from - length, 0)

/** The page at the height of a point, or the nearest one. */
export function pageAt(boxes: readonly PageBox[], { y }: Point): PageBox | undefined {
  let best: PageBox | undefined
  for (const box of boxes) {
    if (best === undefined || outside(y, box.top, box.height) < outside(y, best.top, best.height)) best = box
  }
  return best
}

/** The page under a point, or undefined. */
export const pageUnder = (boxes: readonly PageBox[], { x, y }: Point): PageBox | undefined =>
  boxes.find((box) => outside(x, box.left, box.width) === 0 && outside(y, box.top, box.height) === 0)
