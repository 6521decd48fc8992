import type { Point, Rect } from '../../../../lib/files/geometry.ts'
import { documentOf, selectionOf } from '../model/editor.ts'
import { fieldsTouching } from '../model/marquee.ts'
import { addLayer } from './draw-guides.ts'
import type { CanvasHost } from './host.ts'
import { pageUnder, readPages, toContent, type PageBox } from './page-boxes.ts'
import type { Drag } from './run-drag.ts'

/** Selects the fields touched by a rectangle; with `adds`, in addition to the current selection. */
export function dragMarquee(host: CanvasHost, start: Point, adds: boolean): Drag {
  const from = toContent(host.content, start)
  let box: PageBox | undefined
  let frame: HTMLElement | undefined
  let rect: Rect | undefined
  const end = () => frame?.remove()
  return {
    begin: () => {
      box = pageUnder(readPages(host.content), from)
      frame = addLayer(host.overlay)
      frame.className = 'absolute border border-gold-ink bg-primary/20'
    },
    move: ({ client }) => {
      if (box === undefined || frame === undefined) return
      const at = toContent(host.content, client)
      const [left, top] = [Math.min(from.x, at.x), Math.min(from.y, at.y)]
      const [width, height] = [Math.abs(at.x - from.x), Math.abs(at.y - from.y)]
      Object.assign(frame.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
      const { scale } = host.read()
      rect = {
        x: (left - box.left) / scale,
        y: (top - box.top) / scale,
        width: width / scale,
        height: height / scale,
      }
    },
    drop: () => {
      end()
      if (box === undefined || rect === undefined) return
      const { state } = host.read()
      const found = fieldsTouching(documentOf(state).fields, box.page, rect).map(({ id }) => id)
      host.act({ type: 'select', ids: adds ? [...new Set([...selectionOf(state), ...found])] : found })
    },
    cancel: end,
    press: () => {
      if (!adds) host.act({ type: 'select', ids: [] })
    },
  }
}
